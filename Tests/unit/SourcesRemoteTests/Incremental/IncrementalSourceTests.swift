import Foundation
import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("An incremental source") struct IncrementalSourceTests {
    private static func time(_ second: Int) -> String { "\"2024-05-01T08:00:\(second < 10 ? "0" : "")\(second)Z\"" }

    private static func server(_ seconds: [Int]) throws -> ChangingServer {
        let server = try ChangingServer()
        server.items = seconds.enumerated().map { ($0 + 1, time($1)) }
        return server
    }

    @Test("reads what is new, once, also at the second of the last item") func news() async throws {
        let server = try Self.server([1, 9, 3, 9, 5])
        let source = try server.source(#""send_as": "since""#)
        let first = try await server.run(source)
        #expect(first.ids == [1, 2, 3, 4, 5])
        #expect(first.run.report.notes.contains("http: \(server.state): state advanced to 2024-05-01T08:00:09Z"))
        #expect(first.run.requests.first?.address.queryValue("since") == nil)

        server.items[2].at = Self.time(11)
        server.items += [(6, Self.time(9)), (7, Self.time(10))]
        let second = try await server.run(source)
        #expect(second.ids == [3, 6, 7])
        #expect(second.run.requests.first?.address.queryValue("since") == "2024-05-01T08:00:09Z")
        #expect(second.run.report.notes.contains("http: 3 new or changed items of 2 pages, 2 dropped as seen, 2 requests"))

        let third = try await server.run(source)
        #expect(third.ids == [])
        #expect(third.run.report.notes.contains("http: \(server.state): the state is still at 2024-05-01T08:00:11Z"))
        let mode = try FileManager.default.attributesOfItem(atPath: server.state)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "starts where the options say",
        arguments: [
            (#""send_as": "since", "from": "2024-05-01T08:00:03Z""#, "2024-05-01T08:00:03Z" as String?, [2, 3]),
            (#""send_as": "since", "from": "2024-05-01T08:00:03Z", "value": "fromdateiso8601""#, "1714550403", [1, 2, 3]),
            (#""from": "2024-05-01T08:00:05Z""#, nil, [3]),
            (#""send_as": "since", "from": "2024-05-01T08:00:03Z", "value": "empty""#, nil, [1, 2, 3]),
        ])
    func start(_ options: String, _ sent: String?, _ ids: [Int]) async throws {
        let server = try Self.server([1, 4, 7])
        let result = try await server.run(server.source(options))
        #expect(result.run.requests.first?.address.queryValue("since") == sent)
        #expect(result.ids == ids)
    }

    @Test("goes back by a lag, and drops what it has read there") func lag() async throws {
        let server = try Self.server([1, 30, 40])
        let source = try server.source(#""send_as": "since", "lag_seconds": 15"#)
        #expect(try await server.run(source).ids == [1, 2, 3])
        server.items += [(4, Self.time(24)), (5, Self.time(26))]
        let second = try await server.run(source)
        #expect(second.run.requests.first?.address.queryValue("since") == "2024-05-01T08:00:25Z")
        #expect(second.ids == [5])
        #expect(second.run.report.notes.contains("http: 1 new or changed item of 1 page, 2 dropped as seen, 1 request"))
    }

    @Test("drops older items itself, and ends at a page of them if the newest come first") func order() async throws {
        for (order, requests) in [("none", 4), ("desc", 2)] {
            let server = try Self.server([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
            let source = try server.source(#""order": "\#(order)""#)
            #expect(try await server.run(source).ids == Array(1...12))
            server.items.insert((13, Self.time(13)), at: 0)
            server.items.removeLast()
            let second = try await server.run(source)
            #expect(second.ids == [13])
            #expect(second.run.requests.count == requests)
            #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains(#""greatest": "2024-05-01T08:00:13Z""#))
        }
    }

    @Test("takes a token of the server", arguments: [#"{"json": ".token"}"#, #"{"header": "X-Since"}"#])
    func token(_ place: String) async throws {
        let server = try Self.server([1, 2, 3])
        let source = try HTTPSource(
            json: """
                {"url": "\(ChangingServer.url)", "method": "POST", "body": {"json": {}}, "idempotent": true, "items": ".items[]",
                 "incremental": {"cursor": {"response": ".sync"}, "send_as": \(place)}, "state": "\(server.state)"}
                """)
        let sent = { (run: SourceRun) in
            run.requests.map { "\($0.body.map { String(decoding: $0, as: UTF8.self) } ?? "") \($0.headers["X-Since"] ?? "")" }
        }
        #expect(try await sent(server.run(source).run) == ["{} "])
        #expect(try await sent(server.run(source).run) == [place.contains("json") ? #"{"token":"s3"} "# : "{} s3"])
    }

    @Test(
        "leaves the old state if a run fails, or reads a part, and says why",
        arguments: [
            ("fail", ""), ("limit", ", because the run has a limit"), ("max_items", ", because \"max_items\" ended the reading"),
            ("stage", ", because a stage needed no more records"),
        ])
    func partial(_ kind: String, _ reason: String) async throws {
        let server = try Self.server([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        let source = try server.source(#""send_as": "since""#)
        _ = try await server.run(source)
        let old = try String(contentsOfFile: server.state, encoding: .utf8)
        server.items += (13...24).map { ($0, Self.time($0)) }
        if kind == "fail" { server.failing = 3 }
        let part = try server.source(#""send_as": "since""#, more: kind == "max_items" ? #", "limits": {"max_items": 12}"# : "")
        var plan = PipelinePlan(name: "part", source: part)
        if kind == "stage" { plan.append(stream: FirstRecords()) }
        plan.append(sink: OutcomeSink(rejects: RejectQueue()) { _ in })
        let network = RunNetwork(
            transport: ScriptedTransport { request, _ in server.respond(request) }, clock: ChangingServer.clock().clock())
        let report = await plan.run(limit: kind == "limit" ? 12 : nil, in: RunContext(network))
        #expect((report.failure == nil) == (kind != "fail"))
        #expect(try String(contentsOfFile: server.state, encoding: .utf8) == old)
        #expect(report.notes.contains("http: \(server.state): the state stays at 2024-05-01T08:00:12Z\(reason)"), "\(report.notes)")
        server.failing = nil
        #expect(try await server.run(source).ids == Array(13...24))
    }

    @Test("appends nothing if the state stays, because the next run would append it again", arguments: ["max_items", "stage", "all"])
    func appendedPart(_ kind: String) async throws {
        let server = try Self.server([1, 2, 3])
        var plan = PipelinePlan(
            name: "part",
            source: try server.source(#""send_as": "since""#, more: kind == "max_items" ? #", "limits": {"max_items": 2}"# : ""))
        if kind == "stage" { plan.append(stream: FirstRecords()) }
        plan.append(sink: AppendingSink())
        let network = RunNetwork(
            transport: ScriptedTransport { request, _ in server.respond(request) }, clock: ChangingServer.clock().clock())
        let report = await plan.run(in: RunContext(network))
        let failure = report.failure as? PipelineFailure
        #expect((failure?.kind == .badData) == (kind != "all"), "\(String(describing: report.failure))")
        #expect(failure?.message.contains("appends, and the state stays") == (kind == "all" ? nil : true))
    }

    @Test("delivers items without a cursor in every run, and says so") func unmarked() async throws {
        let server = try Self.server([1, 2])
        server.items.append((3, "null"))
        let source = try server.source(#""send_as": "since""#)
        #expect(try await server.run(source).ids == [1, 2, 3])
        let second = try await server.run(source)
        #expect(second.ids == [3])
        #expect(
            second.run.warnings.contains {
                $0.hasPrefix("1 item has no value at .at, such as that at \(ChangingServer.url): page 1, item 2")
            })
    }

    @Test("says that a stage took a part, also if the source had sent all records before") func smallPart() async throws {
        let server = try Self.server([1, 2, 3])
        for _ in 1...2 {
            var plan = PipelinePlan(name: "part", source: try server.source(#""send_as": "since""#))
            plan.append(stream: FirstRecords())
            plan.append(sink: OutcomeSink(rejects: RejectQueue()) { _ in })
            let network = RunNetwork(
                transport: ScriptedTransport { request, _ in server.respond(request) }, clock: ChangingServer.clock().clock())
            let report = await plan.run(in: RunContext(network))
            #expect(
                report.notes.contains("http: \(server.state): there is no state yet, because a stage needed no more records"),
                "\(report.notes)")
        }
    }

    @Test(
        "fails at cursors that it cannot use, and leaves no state",
        arguments: [
            (
                [(1, "null"), (2, "null")],
                "no item has a value at .at; the first one without it is at https://example.org/list: page 1, item 1"
            ),
            ([(1, "7"), (2, #""7""#)], "https://example.org/list: page 1, item 2: the text \"7\" cannot be compared with the number 7"),
            ([(1, "7"), (2, "true")], "https://example.org/list: page 1, item 2: incremental.cursor: expected a number or a text"),
        ])
    func unusable(_ items: [(Int, String)], _ message: String) async throws {
        let server = try ChangingServer()
        server.items = items.map { (id: $0.0, at: $0.1) }
        let result = try await server.run(server.source(#""send_as": "since""#))
        #expect(result.run.report.exitCode == 65)
        #expect(
            "\(result.run.report.failure.map { "\($0)" } ?? "")".contains(message), "\(result.run.report.failure.map { "\($0)" } ?? "")")
        #expect(!FileManager.default.fileExists(atPath: server.state))
    }

    @Test("reads all again, and writes a new state") func fullRefresh() async throws {
        let server = try Self.server([1, 2, 3, 4])
        let source = try server.source(#""send_as": "since""#)
        _ = try await server.run(source)
        server.items.removeLast()
        let full = try await server.run(source.readingAll())
        #expect(full.ids == [1, 2, 3])
        #expect(full.run.requests.allSatisfy { $0.address.queryValue("since") == nil })
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains(#""greatest": "2024-05-01T08:00:03Z""#))
    }

    @Test("says what it would ask for, and changes nothing by that") func explanation() async throws {
        let server = try Self.server([1, 2])
        let source = try server.source(#""send_as": "since", "from": "2024-01-01T00:00:00Z""#)
        #expect(source.explanation.last == "incremental by .at: no state yet: asks for since=2024-01-01T00:00:00Z")
        _ = try await server.run(source)
        #expect(
            source.explanation.last
                == "incremental by .at: the state is at 2024-05-01T08:00:02Z: asks for since=2024-05-01T08:00:02Z")
        #expect(source.readingAll().explanation.last == "incremental by .at: reads all, and writes a new state")
        let found = try await source.check(in: RunContext()) { request, _ in
            #expect(request.address.queryValue("since") == "2024-05-01T08:00:02Z")
            return try .scripted(#"{"items":[],"next":null}"#, to: request)
        }
        #expect(
            found?.contains("200, 0 items on the first page, incremental: asks for since=2024-05-01T08:00:02Z") == true, "\(found ?? "")")
    }

    @Test("keeps no secret in its state") func secrets() async throws {
        let server = try Self.server([1])
        let source = try server.source(
            #""send_as": "since""#, more: #", "query": {"api_key": "hidden-key"}, "headers": {"X-Token": "hidden-token"}"#)
        _ = try await server.run(source)
        let text = try String(contentsOfFile: server.state, encoding: .utf8)
        #expect(!text.contains("hidden"))
    }

    @Test(
        "reports options that do not fit together",
        arguments: [
            (#""incremental": {"cursor": ".at"}"#, #""incremental" needs "state""#),
            (#""state": "s.json""#, #"only a source with "incremental" keeps a state"#),
            (#""incremental": {"cursor": ".at"}, "state": "s.json.gz""#, "a state is not compressed"),
            (#""incremental": {"cursor": {"response": ".t"}}, "state": "s.json""#, #"a cursor of the response needs "send_as""#),
            (#""incremental": {"cursor": ".at", "value": "."}, "state": "s.json""#, #""value" needs "send_as""#),
            (#""incremental": {"cursor": ".at", "from": []}, "state": "s.json""#, "expected a text, a number, a list or an object"),
            (#""incremental": {"cursor": ".at", "from": [1]}, "state": "s.json""#, "expected a text or a number"),
            (#""incremental": {"cursor": ".at", "send_as": {"json": ".a"}}, "state": "s.json""#, #"needs "method": "POST""#),
            (#""query": {"since": 1}, "incremental": {"cursor": ".at", "send_as": "since"}, "state": "s.json""#, #""from" is the start"#),
            (
                #""paging": {"type": "page"}, "incremental": {"cursor": ".at", "send_as": "page"}, "state": "s.json""#,
                #""paging" sends the query item "page", too"#
            ),
            (#""incremental": {"cursor": ".at", "sned_as": "since"}, "state": "s.json""#, #"did you mean "send_as"?"#),
        ])
    func problems(_ options: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) {
            try HTTPSource(json: #"{"url": "https://example.org/", "items": ".[]", \#(options)}"#)
        }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }
}

/// A stream stage that needs two records.
private struct FirstRecords: StreamStage {
    static let name = "first"
    static let summary = "Passes two records on."
    static let example = ""

    init() {}
    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var left = 2
        for try await batch in input {
            for record in batch.prefix(left) { try await output.send(record) }
            left -= min(left, batch.count)
            if left == 0 { return }
        }
    }
}

/// Takes all records, as a sink that appends them.
struct AppendingSink: Sink {
    static let name = "appending"
    static let summary = "Takes records."
    static let example = ""

    var traits: SinkTraits { SinkTraits(update: .append) }

    init(options: inout OptionReader) {}
    init() {}

    var hooks: Hooks { .none }
    var admission: Admission<Record> { .all }

    func render(_ record: Record, in context: RunContext) -> Record { record }
    func write(_ documents: Batches<Record>) async throws { for try await _ in documents {} }
}
