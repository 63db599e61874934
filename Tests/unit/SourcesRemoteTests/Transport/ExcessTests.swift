import Foundation
import TestSupport
import Testing

@testable import HTTP

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The pieces in which a server sends a response whose body is longer than its length.
struct ExcessExample: CustomTestStringConvertible, Sendable {
    let name: String
    let pieces: [String]
    /// Whether the excess comes before the client has read the response. Otherwise the last piece comes afterwards.
    let isNoticed: Bool
    var reason = "the body is longer than its Content-Length"
    var testDescription: String { name }
}

@Suite("What is behind the length of a body") struct ExcessTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
    /// After its response, the connection is closed.
    private static let lastHead = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let chunks = "3\r\nabc\r\n0\r\n\r\n"
    private static let behindChunks = "something follows the last chunk of the body"
    /// A response that nothing asked for.
    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    static let examples = [
        ExcessExample(name: "together with the head", pieces: [head + "abcdef"], isNoticed: true),
        ExcessExample(name: "together with the body", pieces: [head, "abcdef"], isNoticed: true),
        ExcessExample(name: "a response, together with the body", pieces: [head, "abc" + forged], isNoticed: true),
        ExcessExample(name: "behind the body", pieces: [head + "abc", "def"], isNoticed: false),
        ExcessExample(name: "together with the head, on a connection that closes", pieces: [lastHead + "abcdef"], isNoticed: true),
        ExcessExample(name: "together with the body, on a connection that closes", pieces: [lastHead, "abcdef"], isNoticed: true),
        ExcessExample(name: "behind the body, on a connection that closes", pieces: [lastHead + "abc", "def"], isNoticed: false),
        ExcessExample(
            name: "chunks behind an empty one, which is the last", pieces: [chunked + chunks + chunks], isNoticed: true,
            reason: behindChunks),
        ExcessExample(name: "a response, together with chunks", pieces: [chunked, chunks + forged], isNoticed: true, reason: behindChunks),
    ]

    @Test("is an error if it has arrived, and never belongs to the next response", arguments: examples)
    func excess(_ example: ExcessExample) async throws {
        let (isRead, isSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            if connection.number == 1 {
                for (index, piece) in example.pieces.enumerated() {
                    if index > 0, example.isNoticed { usleep(20_000) }
                    if index > 0, !example.isNoticed { _ = isRead.wait(timeout: .now() + 20) }
                    connection.send(piece)
                }
                isSent.signal()
            } else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            while connection.readRequest() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nused") }
        }
        let transport = try CurlTransport.ofTest()
        let first = try await TransportExchange(server.url(), through: transport)
        #expect(first.text == "abc")
        let tooLong = TransportError(.malformedResponse(example.reason))
        #expect(first.error == (example.isNoticed ? tooLong : nil))
        isRead.signal()
        _ = await onBlockingThread { isSent.wait(timeout: .now() + 20) }
        var second = try await TransportExchange(server.url(), through: transport)
        // Some versions of libcurl look at the connection only when the response comes. The failure is one that is repeated.
        if !example.isNoticed, let error = second.error {
            #expect(error == TransportError(.other("the server sent something between two responses")))
            #expect(error.isPassing)
            second = try await TransportExchange(server.url(), through: transport)
        }
        #expect(second.error == nil)
        #expect(second.text == "ok")
        #expect(server.log.connections == 2)
    }
}
