import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite(
    "Runs that wait, stop, resume or run offline", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping),
    .startsInTurn,
    .timeLimit(.minutes(5)))
struct RemoteRunTests {
    private static func folder(_ source: String) async throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try await write(source, to: "p.json", in: folder)
        try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: false)
        return folder
    }

    private static func write(_ source: String, to name: String, in folder: borrowing ScratchFolder) async throws {
        let origin = try await OriginServer.shared()
        try folder.write(
            #"{"source":{\#(source.replacing("ORIGIN", with: origin.base))},"#
                + #""sinks":[{"type":"json","to":"out.json"}]}"#, to: name)
    }

    private static func requests(_ tag: String) async throws -> Int {
        try await OriginServer.shared().log().count { $0.query.contains(tag) }
    }

    @Test(
        "end at Ctrl-C wherever they wait, without a file", arguments: ["http", "json", "lines", "csv", "files"],
        [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n[",
            "HTTP/1.1 429 Slow\r\nRetry-After: 200\r\nContent-Length: 0\r\n\r\n",
        ])
    func interrupted(_ type: String, _ beginning: String) async throws {
        let server = try HangingServer(beginning)
        let option = ["http": #""items":".items[]","url""#, "files": #""match""#][type, default: #""from""#]
        let folder = try await Self.folder(#""type":"\#(type)",\#(option):"\#(server.url)""#)
        let program = try await RunningProgram.start(
            ["run", "p.json"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url,
            environment: ["TMPDIR": folder.file("tmp").path])
        try await server.waitForRequest()
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 130)
        #expect(program.messages.contains("error: stopped by a signal\n"))
        #expect(try folder.names("tmp") == [])
        #expect(try folder.names() == ["messages", "p.json", "tmp"])
    }

    @Test("replace the file of an earlier trace, and no other file") func trace() async throws {
        let folder = try await Self.folder(#""type":"http","url":"ORIGIN/items","items":".items[]""#)
        for _ in 1...2 { #expect(try await Program.run(["run", "p.json", "--trace", "t.jsonl"], in: folder.url).code == 0) }
        #expect(try folder.read("t.jsonl").split(separator: "\n").count == 1)
        try folder.write("precious\n", to: "notes.txt")
        let refused = try await Program.run(["run", "p.json", "--trace", "notes.txt"], in: folder.url)
        #expect(refused.code == 73)
        #expect(refused.messages.contains("--trace: notes.txt holds something else than a trace; it is not replaced"))
        #expect(try folder.read("notes.txt") == "precious\n")
    }

    @Test(
        "wait as long as each family of headers says",
        arguments: ["retry_after", "retry_after_date", "ratelimit", "ratelimit_reset", "x_delta", "x_seconds", "x_milliseconds"])
    func rateLimit(_ family: String) async throws {
        let origin = try await OriginServer.shared()
        let tag = "run=\(UUID().uuidString)"
        // Two families name a whole second of the clock, the end of the present one.
        let wait = family.hasSuffix("_date") || family == "x_seconds" ? 0 : 1
        let folder = try await Self.folder(
            #""type":"http","url":"ORIGIN/rate/once/\#(family)?wait=\#(wait)&\#(tag)","items":".items[]","retry":{"base_seconds":0}"#)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try await Self.requests(tag) == 2)
        #expect(try await origin.stats().earlyRetries.filter { $0.key.contains(tag) } == [:])
    }

    @Test(
        "find the next page in a header of a stored response", arguments: [#""mode":"offline""#, #""fresh_seconds":600"#, #""keep":"all""#])
    func storedHeaders(_ use: String) async throws {
        let tag = "run=\(UUID().uuidString)"
        let source =
            #""type":"http","url":"ORIGIN/paging/header_cursor?\#(tag)","items":".items[]","#
            + #""paging":{"type":"header_cursor","header":"X-Next-Cursor","send_as":"cursor"},"cache":{"folder":"cache","#
        let folder = try await Self.folder(source + #""keep":"all"}"#)
        try await Self.write(source + use + "}", to: "again.json", in: folder)
        for file in ["p.json", "again.json"] {
            let outcome = try await Program.run(["run", file], in: folder.url)
            #expect(outcome.code == 0, "\(outcome.messages)")
            #expect(try folder.read("out.json").split(separator: "\n").count { $0.contains("\"id\"") } == 437)
        }
    }

    @Test("go on where the last one ended, if responses are fresh") func resumed() async throws {
        let tag = "run=\(UUID().uuidString)"
        let source =
            #""type":"http","url":"ORIGIN/paging/cursor?\#(tag)","items":".items[]","paging":{"type":"cursor","at":".cursor"},"#
            + #""cache":{"folder":"cache","fresh_seconds":600}"#
        let folder = try await Self.folder(source)
        try await Self.write(source + #","limits":{"max_requests":4}"#, to: "four.json", in: folder)
        let first = try await Program.run(["run", "four.json"], in: folder.url)
        #expect(first.code == 69, "\(first.messages)")
        #expect(try await Self.requests(tag) == 4)
        #expect(try !folder.names().contains("out.json"))
        let second = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(second.code == 0, "\(second.messages)")
        #expect(try await Self.requests(tag) == 9)
        #expect(try folder.read("out.json").split(separator: "\n").count { $0.contains("\"id\"") } == 437)
    }

    @Test("offline send nothing, write nothing to the cache, and wait for no rate", arguments: ["http", "json", "lines", "files"])
    func offline(_ type: String) async throws {
        let origin = try await OriginServer.shared()
        let tag = "run=\(UUID().uuidString)"
        let option = ["http": #""items":".items[]","url""#, "files": #""match""#][type, default: #""from""#]
        let source =
            #""type":"\#(type)",\#(option):"ORIGIN/items?\#(tag)","cache":{"folder":"cache","mode":"MODE"},"#
            + #""rate":{"requests_per_minute":0.5}"#
        let folder = try await Self.folder(source.replacing("MODE", with: "revalidate"))
        try await Self.write(source.replacing("MODE", with: "offline"), to: "offline.json", in: folder)
        let offline = ["run", "offline.json"]
        let empty = try await Program.run(offline, in: folder.url)
        #expect(empty.code == 69)
        #expect(
            empty.messages.contains(
                "error: \(origin.base)/items?\(tag)\(type == "http" ? ": page 1" : ""): the cache in cache lacks this response, and "
                    + "cache.mode is \"offline\"\n"), "\(empty.messages)")
        #expect(try folder.names() == ["offline.json", "p.json", "tmp"])
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 0)
        let (output, names) = (try folder.read("out.json"), try folder.names("cache"))
        try FileManager.default.removeItem(at: folder.file("out.json"))
        let full = try await Program.run(offline, in: folder.url)
        #expect(full.code == 0, "\(full.messages)")
        #expect(try folder.read("out.json") == output)
        #expect(try folder.names("cache") == names)
        #expect(try await Self.requests(tag) == 1)
        for name in names {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.file("cache/\(name)").path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    struct Certificate: Sendable, CustomTestStringConvertible {
        let server: any KeyPath<OriginServer.TLS, String> & Sendable
        let isTrusted: Bool
        /// The reason of the failure; nil for none.
        let reason: String?

        var testDescription: String { reason ?? "accepted" }
    }

    private static let trustAdvice = "tls.ca_file names others to trust"

    @Test(
        "accept a certificate or say why not", .needs(OriginServer.hasTLS, OriginServer.reasonForSkippingTLS),
        arguments: [
            Certificate(server: \.valid, isTrusted: true, reason: nil),
            Certificate(
                server: \.valid, isTrusted: false, reason: "is signed by an issuer that this machine does not trust; \(trustAdvice)"),
            Certificate(server: \.expired, isTrusted: true, reason: "has expired"),
            Certificate(server: \.wrongHost, isTrusted: true, reason: "is for another host than 127.0.0.1"),
            Certificate(
                server: \.selfSigned, isTrusted: true,
                reason: "is self-signed, or signed by an issuer that this machine does not trust; \(trustAdvice)"),
            Certificate(
                server: \.selfSigned, isTrusted: false,
                reason: "is self-signed, or signed by an issuer that this machine does not trust; \(trustAdvice)"),
        ])
    func certificates(_ example: Certificate) async throws {
        let tls = try #require(try await OriginServer.shared().tls)
        let trust = example.isTrusted ? #","tls":{"ca_file":"\#(tls.caFile)"}"# : ""
        let base = tls[keyPath: example.server]
        let folder = try await Self.folder(#""type":"http","url":"\#(base)/items","items":".items[]"\#(trust)"#)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == (example.reason == nil ? 0 : 69))
        if let reason = example.reason {
            #expect(outcome.messages.contains("error: \(base)/items: page 1: the server's certificate \(reason)\n"), "\(outcome.messages)")
        }
    }

    @Test(
        "name a file of certificates that cannot be read, with the option",
        .needs(OriginServer.hasTLS, OriginServer.reasonForSkippingTLS), arguments: [false, true])
    func missingCertificates(exists: Bool) async throws {
        let tls = try #require(try await OriginServer.shared().tls)
        let folder = try await Self.folder(
            #""type":"http","url":"\#(tls.valid)/items","items":".items[]","tls":{"ca_file":"ca.pem"}"#)
        if exists { try folder.write("no certificate", to: "ca.pem") }
        for command in ["run", "check"] {
            let outcome = try await Program.run([command, "p.json"], in: folder.url)
            #expect(outcome.code == 66)
            let reason = "tls.ca_file: ca.pem cannot be read, or holds no certificate in PEM"
            #expect(outcome.messages.contains(reason), "\(outcome.messages)")
        }
    }

    @Test(
        "with TLS follow redirects to another host with TLS alone, and leave the credentials at home",
        .needs(OriginServer.hasTLS, OriginServer.reasonForSkippingTLS), arguments: [true, false])
    func redirects(isToTLS: Bool) async throws {
        let origin = try await OriginServer()
        let tls = try #require(origin.tls)
        let url = "\(tls.valid)/fault/\(isToTLS ? "redirect_tls" : "redirect_other")"
        let folder = try await Self.folder(
            #""type":"http","url":"\#(url)","items":".items[]","auth":{"type":"bearer","token":"secret-token"},"#
                + #""headers":{"X-Api-Key":"secret-key"},"tls":{"ca_file":"\#(tls.caFile)"}"#)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        let home = try #require(try await origin.log().first)
        #expect(home.headers["authorization"] == "Bearer secret-token")
        #expect(home.headers["x-api-key"] == "secret-key")
        let elsewhere = try await origin.stats().secondPort
        #expect(elsewhere.credentials == [])
        #expect(elsewhere.requests == (isToTLS ? 1 : 0))
        #expect(outcome.code == (isToTLS ? 0 : 69), "\(outcome.messages)")
        guard !isToTLS else { return }
        let reason = "the server redirects from https to http: \(origin.secondBase)/items"
        #expect(outcome.messages.contains("error: \(url): page 1: \(reason)\n"), "\(outcome.messages)")
        #expect(try !folder.names().contains("out.json"))
    }
}
