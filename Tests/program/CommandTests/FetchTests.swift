import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("What is fetched", .startsInTurn, .timeLimit(.minutes(5))) struct FetchTests {
    /// The body of a response that is longer than the program keeps in memory (8 MiB).
    private static let longBody = String(
        repeating: #"{"id":1,"text":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"# + "\n", count: 200_000)

    /// A server that sends a head and a body, and then closes the connection or waits.
    private static func server(_ head: String, _ body: String = "", waits: Bool = false) throws -> LocalListener {
        try LocalListener { connection, _ in
            var request = [UInt8](repeating: 0, count: 4096)
            _ = unsafe recv(connection, &request, request.count, 0)
            let bytes = Array("HTTP/1.1 \(head)\r\n\r\n\(body)".utf8)
            var sent = 0
            while sent < bytes.count {
                let count = unsafe bytes[sent...].withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
                if count <= 0 { return }
                sent += count
            }
            if !waits { shutdown(connection, Int32(SHUT_WR)) }
            _ = unsafe recv(connection, &request, request.count, 0)
        }
    }

    private static func folder(_ port: UInt16, _ path: String = "x") throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"http://127.0.0.1:\#(port)/\#(path)"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: false)
        return folder
    }

    @Test(
        "warns once of a document that names further pages, wherever it does",
        arguments: [
            (#"{"items": [{"id": 1}], "has_more": true}"#, ".has_more is true"),
            (#"{"meta": {"next_cursor": "abc"}, "items": [{"id": 1}]}"#, ".meta.next_cursor names the next one"),
            (#"{"items": [{"id": 1}], "has_more": false, "next": "/x"}"#, nil), (#"{"items": [{"id": 1}], "total": 9}"#, nil),
        ])
    func furtherPages(_ body: String, _ phrase: String?) async throws {
        let server = try Self.server("200 OK\r\nContent-Length: \(body.utf8.count)", body)
        defer { withExtendedLifetime(server) {} }
        let url = "http://127.0.0.1:\(server.port)/x"
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"\#(url)","items":".items[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output == "{\"id\":1}\n")
        let warnings = outcome.messages.split(separator: "\n").filter { $0.contains("there is more") }
        #expect(
            warnings
                == (phrase.map { ["warning: \(url): there is more than this one page: \($0); the source \"http\" reads all pages"] } ?? []))
    }

    @Test("leaves no file behind when the response breaks off") func brokenResponse() async throws {
        let server = try Self.server("200 OK\r\nContent-Length: 99999999", Self.longBody)
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url, environment: ["TMPDIR": folder.file("tmp").path])
        #expect(outcome.code == 69)
        #expect(outcome.messages.contains("the connection broke before the response was complete, after \(Self.longBody.utf8.count) bytes"))
        #expect(try folder.names("tmp") == [])
    }

    @Test("leaves no file behind when a signal comes", arguments: [SIGINT, SIGTERM, SIGKILL]) func signals(_ signal: Int32) async throws {
        let server = try Self.server("200 OK\r\nContent-Length: 99999999", Self.longBody, waits: true)
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let temporary = folder.file("tmp").path
        let program = try await RunningProgram.start(
            ["run", "p.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url,
            environment: ["TMPDIR": temporary])
        let isFetched = "fetched \(Self.longBody.utf8.count) bytes of http://127.0.0.1:\(server.port)/x"
        await program.waitForMessage(isFetched)
        #expect(try folder.names("tmp") == [])
        program.signal(signal)
        #expect(await program.code(within: 60) == (signal == SIGKILL ? nil : 128 + signal))
        #expect(try folder.names("tmp") == [])
    }

    @Test("needs no folder for temporary files where it is short") func short() async throws {
        let server = try Self.server("200 OK\r\nContent-Length: 8", "{\"a\":1}\n")
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let outcome = try await Program.run(["run", "p.json", "-q"], in: folder.url, environment: ["TMPDIR": "/nonexistent"])
        #expect(outcome == .init(code: 0, output: "{\"a\":1}\n", messages: ""))
    }

    @Test("as a stream needs no folder for a long response", arguments: ["/nonexistent", "/proc", "p.json"])
    func stream(_ temporary: String) async throws {
        let server = try Self.server("200 OK\r\nContent-Length: \(Self.longBody.utf8.count)", Self.longBody)
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let outcome = try await Program.run(["run", "p.json", "-q"], in: folder.url, environment: ["TMPDIR": temporary])
        #expect(outcome.code == 0 && outcome.messages == "", "\(outcome.messages)")
        #expect(outcome.output.utf8.count { $0 == UInt8(ascii: "\n") } == 200_000)
    }

    @Test("page by page ends with a message where a long page cannot be kept", arguments: ["/nonexistent", "/proc", "p.json"])
    func long(_ temporary: String) async throws {
        let body = "[" + Self.longBody.split(separator: "\n").joined(separator: ",") + "]"
        let server = try Self.server("200 OK\r\nContent-Length: \(body.utf8.count)", body)
        defer { withExtendedLifetime(server) {} }
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"http","url":"http://127.0.0.1:\#(server.port)/x","items":".[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url, environment: ["TMPDIR": temporary])
        #expect(outcome.code == 73)
        #expect(outcome.output == "")
        let expected = "http://127.0.0.1:\(server.port)/x: page 1: the response is longer than 8 MiB and cannot be kept in the folder "
        #expect(outcome.messages.contains(expected), "\(outcome.messages)")
    }

    @Test("and names a next page is warned about, once") func nextPage() async throws {
        let server = try Self.server(
            "200 OK\r\nLink: <http://127.0.0.1/?page=2>; rel=\"next\"\r\nContent-Length: 16", "{\"a\":1}\n{\"a\":2}\n")
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(
            outcome.messages.withoutTimes == """
                warning: http://127.0.0.1:\(server.port)/x: there is more than this one page: the header Link names the next one; the source "http" reads all pages
                p: read 2 = written 2 + filtered 0 + rejected 0

                """)
    }

    @Test("and is HTML is named with its title") func page() async throws {
        let body = "<!DOCTYPE html><title>Sign in</title>"
        let server = try Self.server("200 OK\r\nContent-Length: \(body.utf8.count)", body)
        defer { withExtendedLifetime(server) {} }
        let folder = try Self.folder(server.port)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(outcome.messages.hasPrefix("error: http://127.0.0.1:\(server.port)/x: the server sent HTML: Sign in; JSON was expected\n"))
    }

    @Test("by convert is decoded as the server says") func convert() async throws {
        let server = try LocalListener { connection, _ in
            var request = [UInt8](repeating: 0, count: 4096)
            _ = unsafe recv(connection, &request, request.count, 0)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\nContent-Length: 6\r\n\r\n<p>"
            let bytes = Array(head.utf8) + [0xEB, 0xCF, 0xD4]
            _ = unsafe bytes.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
        }
        defer { withExtendedLifetime(server) {} }
        let outcome = try await Program.run(["convert", "http://127.0.0.1:\(server.port)/x"])
        #expect(outcome == .init(code: 0, output: "Кот\n", messages: ""))
    }

    @Test("by convert from nowhere is an error without the address's secrets") func convertFails() async throws {
        let outcome = try await Program.run(["convert", "http://u:hunter2@127.0.0.1:1/x?token=hunter2"])
        #expect(outcome.code == 69)
        #expect(outcome.output == "")
        let expected =
            "error: http://127.0.0.1:1/x?token=***: no server takes connections at 127.0.0.1, port 1: it refuses them, or cannot be reached "
            + "(2 attempts in "
        #expect(outcome.messages.hasPrefix(expected), "\(outcome.messages)")
    }
}
