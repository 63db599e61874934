import Foundation
import Pipeline
import Testing

@testable import SourcesRemote

/// An answer of a server, and the expected message.
struct AnswerExample: CustomTestStringConvertible, Sendable {
    let name: String
    var path = "x"
    let answer: String
    var limits = DownloadLimits()
    let failure: PipelineFailure
    var testDescription: String { name }
}

@Suite("What a server answers") struct DownloadTests {
    static let examples = [
        AnswerExample(
            name: "a body that breaks off", answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":",
            failure: PipelineFailure(
                .remoteUnavailable, "http://127.0.0.1:PORT/x: the connection broke before the answer was complete, after 5 bytes")),
        AnswerExample(
            name: "an error page", answer: "HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\n\u{1B}[2Jlater",
            failure: PipelineFailure(.remoteUnavailable, "http://127.0.0.1:PORT/x: the server answered 503: ␛[2Jlater")),
        AnswerExample(
            name: "an error page in HTML",
            answer: "HTTP/1.1 404 No\r\nContent-Length: 51\r\n\r\n<!doctype html><title>Not here</title><p>many words",
            failure: PipelineFailure(.remoteUnavailable, "http://127.0.0.1:PORT/x: the server answered 404: Not here")),
        AnswerExample(
            name: "a page that quotes the address", path: "x?jwt=hunter2",
            answer: "HTTP/1.1 404 No\r\nContent-Length: 36\r\n\r\nno /x?jwt=hunter2 nor http://hunter2",
            failure: PipelineFailure(
                .remoteUnavailable, "http://127.0.0.1:PORT/x?jwt=***: the server answered 404: no /x?jwt=*** nor http://***")),
        AnswerExample(
            name: "a refusal", answer: "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n",
            failure: PipelineFailure(.credentialsRefused, "http://127.0.0.1:PORT/x: the server answered 403")),
        AnswerExample(
            name: "a circle of redirects", answer: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:PORT/x\r\nContent-Length: 0\r\n\r\n",
            limits: DownloadLimits(maxRedirects: 3),
            failure: PipelineFailure(.remoteUnavailable, "http://127.0.0.1:PORT/x: the server redirects more than 3 times")),
        AnswerExample(
            name: "more than the limit", answer: "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n[1,2,3,4,56]",
            limits: DownloadLimits(maxBytes: 10),
            failure: PipelineFailure(.remoteUnavailable, "http://127.0.0.1:PORT/x: the answer is longer than the limit of 10 bytes")),
    ]

    @Test("is named as what it is", arguments: examples) func failures(_ example: AnswerExample) async throws {
        let server = try TestServer(answer: example.answer)
        var message = ""
        var kind: PipelineFailure.Kind?
        do {
            _ = try await Download(Input("http://127.0.0.1:\(server.port)/\(example.path)"), limits: example.limits).open()
        } catch let failure as PipelineFailure {
            message = failure.message.replacing(":\(server.port)/", with: ":PORT/")
            kind = failure.kind
        }
        #expect(message == example.failure.message)
        #expect(kind == example.failure.kind)
    }

    @Test("is read, whatever case the scheme is written in") func reads() async throws {
        let server = try TestServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]")
        defer { withExtendedLifetime(server) {} }
        var input = try await InputReader(Input("HTTP://127.0.0.1:\(server.port)/x"))
        #expect(try await input.read() == Array("[1]".utf8))
    }
}
