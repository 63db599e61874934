import Foundation
import TestSupport
import Testing

/// A fault of the test server, and what a run makes of it.
struct FaultExample: Sendable, CustomTestStringConvertible {
    /// The path below `/fault`.
    let path: String
    var code: Int32 = 69
    var requests = 1
    /// The error behind the URL.
    var reason = ""
    /// Further options of the source.
    var more = ""

    var testDescription: String { path + more }
}

@Suite(
    "Faults of servers", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), .startsInTurn, .timeLimit(.minutes(5)))
struct FaultTests {
    private static let cut = "the connection broke before the response was complete"
    private static let tooLong = "the server sent something that is not HTTP: the body is longer than its Content-Length"
    private static let damaged = "the compressed response is damaged: "

    /// Runs an example by a source. `http` and `json` read the items of a document, and `lines` reads its one line.
    private func run(_ example: FaultExample, _ type: String) async throws -> OriginRun {
        // The last attempt of three tells as much as that of five.
        let retry = example.more.contains("\"retry\"") ? "" : #","retry":{"base_seconds":0.01,"max_attempts":3}"#
        let isJSONLines = example.path.contains("format=lines")
        let items = type == "lines" || isJSONLines ? "" : #""items":".items[]","#
        let limits = #""timeouts":{"idle_seconds":0.4}"#
        return try await OriginRun(type, "/fault/" + example.path, items + limits + retry + example.more)
    }

    @Test(
        "that pass are repeated, and nothing is missing",
        arguments: ["http", "json", "lines"],
        [
            FaultExample(path: "503?times=2", requests: 3), FaultExample(path: "status?code=408&times=1", requests: 2),
            FaultExample(path: "cut?at=1000&times=1", requests: 2), FaultExample(path: "cut?at=1000&times=1&chunked=1", requests: 2),
            FaultExample(path: "reset?at=1000&times=1", requests: 2), FaultExample(path: "reset?times=1", requests: 2),
            FaultExample(path: "hang?seconds=20&times=1", requests: 2),
            FaultExample(path: "hang?seconds=20&times=1&where=body", requests: 2),
            FaultExample(path: "gzip_line_end?times=1", requests: 2), FaultExample(path: "gzip_crc?times=1", requests: 2),
            FaultExample(path: "redirect?n=3", requests: 4),
        ])
    func passing(_ type: String, _ example: FaultExample) async throws {
        let run = try await run(example, type)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.lines?.count == (type == "lines" ? 1 : 50))
        #expect(run.requests == example.requests)
        if type != "lines" { #expect(run.ids == Array(1...50)) }
    }

    @Test(
        "that stay end the run with the reason and without a file",
        arguments: ["http", "json", "lines"],
        [
            FaultExample(
                path: "500forever", requests: 3,
                reason: "the server answered 500 (3 attempts): failing on purpose, attempt 3"),
            FaultExample(
                path: "status?code=501", reason: "the server answered 501: failing on purpose, attempt 1"),
            FaultExample(
                path: "status?code=403", code: 77,
                reason: "the server answered 403: failing on purpose, attempt 1; this step has no \"auth\", which names credentials"),
            FaultExample(path: "cut?at=1000", requests: 3, reason: "\(cut), after 1000 bytes (3 attempts)"),
            FaultExample(path: "cut?at=99999", requests: 3, reason: "\(cut), after 1593 bytes (3 attempts)"),
            FaultExample(path: "reset", requests: 3, reason: "\(cut) (3 attempts)"),
            FaultExample(path: "length?by=100", requests: 3, reason: "\(cut), after 796 bytes (3 attempts)"),
            FaultExample(path: "length?by=-100", reason: tooLong),
            FaultExample(path: "coding", reason: "the server answered 404"),
            FaultExample(path: "coding?code=503", requests: 3, reason: "the server answered 503 (3 attempts)"),
            FaultExample(
                path: "coding?code=200", requests: 3, reason: "the response has a content coding other than gzip: br (3 attempts)"),
            FaultExample(
                path: "garbage",
                reason: "the server sent something that is not HTTP: the response does not begin with a status line of HTTP"),
            FaultExample(path: "206", reason: "the server sent a part of the document (206) to a request for the whole"),
            FaultExample(path: "redirectloop", reason: "the server redirects more than 10 times"),
            FaultExample(
                path: "redirect_file", reason: "the server redirects to a URL with the scheme file; only http and https are followed"),
            FaultExample(path: "no_location", reason: "the server answered 302, a redirect, and named no URL"),
        ])
    func staying(_ type: String, _ example: FaultExample) async throws {
        try await expectFailure(example, type)
    }

    @Test(
        "of bodies that end at the end of a line end the run with the reason and without a file",
        arguments: ["json", "lines"],
        [
            FaultExample(
                path: "gzip_line_end", requests: 3,
                reason: damaged + "ends inside the compressed data, after 977 bytes: it is incomplete (3 attempts)"),
            FaultExample(
                path: "gzip_crc", requests: 3,
                reason: damaged + "the checksum of the compressed data is wrong: it was damaged (3 attempts)"),
            FaultExample(
                path: "gzip_length", requests: 3,
                reason: damaged + "the compressed data has another length than it says: it was damaged (3 attempts)"),
            FaultExample(path: "206", reason: "the server sent a part of the document (206) to a request for the whole"),
            FaultExample(path: "chunked_cut", requests: 3, reason: "\(cut), after 6384 bytes (3 attempts)"),
            FaultExample(path: "length?by=100", requests: 3, reason: "\(cut), after 6384 bytes (3 attempts)"),
            FaultExample(path: "length?by=-100", reason: tooLong),
            FaultExample(path: "changed", requests: 2, reason: "the document changed while it was read"),
        ])
    func lines(_ type: String, _ example: FaultExample) async throws {
        let example = FaultExample(
            path: example.path + (example.path.contains("?") ? "&" : "?") + "format=lines", requests: example.requests,
            reason: example.reason)
        try await expectFailure(example, type)
    }

    @Test(
        "of whole bodies end the source http with the reason and without a record",
        arguments: [
            FaultExample(
                path: "gzip_line_end", requests: 3,
                reason: damaged + "ends inside the compressed data, after 171 bytes: it is incomplete (3 attempts)"),
            FaultExample(
                path: "gzip_trailing", requests: 3,
                reason: damaged + "expected the end of the compressed data at byte 280, found other data (3 attempts)"),
            FaultExample(path: "chunked_cut", requests: 3, reason: "\(cut), after 796 bytes (3 attempts)"),
            FaultExample(path: "html", code: 65, reason: "the server sent HTML: Sign in␛[31m␇; JSON was expected"),
            FaultExample(path: "badjson", code: 65, reason: "line 1, byte 52: expected a value, found \"}\""),
            FaultExample(
                path: "deep?levels=100000", code: 65,
                reason: "line 1, byte 576: arrays and objects are nested deeper than the limit of 512"),
            FaultExample(
                path: "ok_false", code: 69,
                reason: "items: nothing found at .items; the keys there: \"ok\", \"error\"; the response says \"invalid_auth\""),
            FaultExample(
                path: "ok_false", reason: "invalid_auth",
                more: #","responses":[{"when":".ok == false","action":"fail","message":".error"}]"#),
            FaultExample(
                path: "bomb?mb=32", reason: "the response is longer than the limit of 8000000 bytes",
                more: #","limits":{"max_response_bytes":8000000}"#),
            FaultExample(
                path: "429?times=1&after=4000", code: 75,
                reason: "the server answered 429: failing on purpose, attempt 1; come again at TIME, in 4000 seconds. "
                    + "retry.max_wait_seconds allows a wait of 300 seconds"),
        ])
    func whole(_ example: FaultExample) async throws { try await expectFailure(example, "http") }

    @Test("of a document without items are a server's, if it says so itself") func report() async throws {
        let reason = #"the response reports a failure: "invalid_auth" (.ok is false), and has no items (the source "http" can accept it)"#
        try await expectFailure(FaultExample(path: "ok_false", code: 69, reason: reason), "json")
    }

    private func expectFailure(_ example: FaultExample, _ type: String) async throws {
        let run = try await run(example, type)
        let page = type == "http" ? "page 1: " : ""
        let url = "ORIGIN/fault/" + example.path
        let message = run.message?.replacing(#/come again at [-0-9]+ [:0-9]+/#, with: "come again at TIME")
        #expect(message == "error: \(url): \(page)\(example.reason)")
        #expect(run.code == example.code, "\(run.messages)")
        #expect(run.requests == example.requests)
        #expect(run.lines == nil, "a file of a run that failed")
    }

    @Test(
        "that are none lose nothing", arguments: ["gzip_members?format=lines", "gzip_unasked?format=lines", "close_delimited?format=lines"])
    func harmlessLines(_ path: String) async throws {
        for type in ["json", "lines"] {
            let run = try await run(FaultExample(path: path), type)
            #expect(run.code == 0, "\(run.messages)")
            #expect(run.lines?.count == 437)
        }
    }

    @Test(
        "that are none lose no item",
        arguments: ["gzip_members", "gzip_unasked", "bom", "utf16", "wrongtype", "headers1000", "redirect_other", "changed"])
    func harmless(_ path: String) async throws {
        let run = try await run(FaultExample(path: path), "http")
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.ids == Array(1...50))
    }

    @Test("that are none: 204 is an empty document", arguments: ["http", "json", "lines"]) func noContent(_ type: String) async throws {
        let run = try await run(FaultExample(path: "204"), type)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.lines == [])
    }

    @Test(
        "that are empty documents of JSON end the run", arguments: ["http", "json", "lines"],
        ["kind=application/json", "kind=application/hal%2Bjson&blank=1"])
    func emptyJSON(_ type: String, _ query: String) async throws {
        let reason = "the response is empty, though its status is 200; a server without content sends 204 (3 attempts)"
        try await expectFailure(FaultExample(path: "empty?" + query, requests: 3, reason: reason), type)
    }

    @Test(
        "that are empty documents of another type hold no records, and the run says so", arguments: ["json", "lines"],
        ["application/x-ndjson", "text/plain"])
    func emptyLines(_ type: String, _ kind: String) async throws {
        let run = try await OriginRun(type, "/fault/empty?kind=\(kind)")
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.lines == [])
        #expect(run.requests == 1)
        #expect(
            run.message
                == "warning: ORIGIN/fault/empty?kind=\(kind): the response is empty, though its status is 200; a server without content "
                + "sends 204")
    }

    @Test("that ask for a wait are repeated no earlier", arguments: ["http", "json", "lines"]) func waits(_ type: String) async throws {
        let run = try await run(FaultExample(path: "429?times=1&after=1"), type)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.requests == 2)
        let early = try await OriginServer.shared().stats().earlyRetries.filter { $0.key.hasPrefix("/fault/429?times=1&after=1&") }
        #expect(early.isEmpty, "\(early)")
    }

    @Test("name the time to come again in local time", arguments: [("UTC", 0.0), ("Asia/Tokyo", 9), ("America/Caracas", -4)])
    func localTime(_ zone: String, _ hours: Double) async throws {
        let run = try await OriginRun("http", "/fault/429?times=1&after=4000", #""items":".items[]""#, environment: ["TZ": zone])
        let shown = try #require(run.message?.firstMatch(of: #/come again at ([-0-9]+) ([:0-9]+),/#), "\(run.messages)")
        let time = try Date("\(shown.1)T\(shown.2)Z", strategy: .iso8601)
        let expected = Date(timeIntervalSinceNow: 4000 + hours * 3600)
        #expect(abs(time.timeIntervalSince(expected)) < 600)
    }
}
