import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite(
    "The command check", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), .startsInTurn, .timeLimit(.minutes(5)))
struct CheckCommandTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        /// The options of the source, with `ORIGIN` for the server.
        let source: String
        var sink = #""to":"out.jsonl""#
        let code: Int32
        let messages: String

        var testDescription: String { name }
    }

    private static let written = "sinks[0] jsonl: out.jsonl can be written\n"

    private static func run(_ source: String, sink: String = #""to":"out.jsonl""#) async throws -> (Program.Outcome, names: [String]) {
        let origin = try await OriginServer.shared()
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{\#(source.replacing("ORIGIN", with: origin.base))},"sinks":[{"type":"jsonl",\#(sink)}]}"#, to: "p.json")
        var outcome = try await Program.run(
            ["check", "p.json"], in: folder.url, environment: ["T": "secret-token", "WRONG": "wrong-token"])
        outcome.messages.replace(origin.base, with: "ORIGIN")
        return (outcome, try folder.names())
    }

    @Test(
        "prints a line for each source, sink and secret, and writes nothing",
        arguments: [
            Example(
                name: "items of a page", source: #""type":"http","url":"ORIGIN/items","items":".items[]""#, code: 0,
                messages: "source http: ORIGIN/items: 200, 50 items on the first page\n" + written),
            Example(
                name: "the first page of several",
                source: #""type":"http","url":"ORIGIN/paging/page","items":".items[]","paging":{"type":"page"}"#,
                code: 0, messages: "source http: ORIGIN/paging/page: 200, 50 items on the first page\n" + written),
            Example(
                name: "a secret",
                source: #""type":"http","url":"ORIGIN/conversations","items":"._results[]","auth":{"type":"bearer","token":{"$env":"T"}}"#,
                code: 0,
                messages: "secret $env.T: has a value (source.auth.token)\n"
                    + "source http: ORIGIN/conversations: 200, 50 items on the first page; there is more than this one page: "
                    + "._pagination.next names the next one; \"paging\": {\"type\": \"next_url\", \"at\": \"._pagination.next\"} reads it\n"
                    + written),
            Example(
                name: "paging that does not fit",
                source: #""type":"http","url":"ORIGIN/paging/cursor","items":".items[]","paging":{"type":"cursor","at":".cursr"}"#,
                code: 69,
                messages: "error: source http: ORIGIN/paging/cursor: page 1 names no next page at .cursr, but .has_more is true; "
                    + "\"paging\": {\"type\": \"next_url\", \"at\": \".next\"} reads it\n" + written),
            Example(
                name: "wrong credentials",
                source: #""type":"http","url":"ORIGIN/conversations","items":".[]","auth":{"type":"bearer","token":{"$env":"WRONG"}}"#,
                code: 77,
                messages: "secret $env.WRONG: has a value (source.auth.token)\n"
                    + "error: source http: ORIGIN/conversations: page 1: the server answered 401: a bearer token is needed\n" + written
            ),
            Example(
                name: "an empty response", source: #""type":"http","url":"ORIGIN/fault/204","items":".[]""#, code: 0,
                messages: "source http: ORIGIN/fault/204: 204, 0 items on the first page\n" + written),
            Example(
                name: "a document that does not exist", source: #""type":"json","from":"ORIGIN/fault/status?code=404""#, code: 69,
                messages: "error: source json: ORIGIN/fault/status?code=404: the server answered 404: "
                    + "failing on purpose, attempt 1\n" + written),
            Example(
                name: "a document", source: #""type":"lines","from":"ORIGIN/lines""#, code: 0,
                messages: "source lines: ORIGIN/lines: 200, application/x-ndjson\n" + written),
            Example(
                name: "a sink without a place", source: #""type":"http","url":"ORIGIN/items","items":".items[]""#,
                sink: #""to":"p.json/out.jsonl""#, code: 73,
                messages: "source http: ORIGIN/items: 200, 50 items on the first page\n"
                    + "error: sinks[0] jsonl: p.json/out.jsonl cannot be written: no folder is there\n"),
            Example(
                name: "a cache without a place",
                source: #""type":"http","url":"ORIGIN/items","items":".items[]","cache":{"folder":"p.json/cache"}"#, code: 73,
                messages: "source http: ORIGIN/items: 200, 50 items on the first page\n"
                    + "error: source http: p.json/cache cannot be written: no folder is there\n" + written),
            Example(
                name: "a cache", source: #""type":"http","url":"ORIGIN/items","items":".items[]","cache":{"folder":"cache"}"#, code: 0,
                messages: "source http: ORIGIN/items: 200, 50 items on the first page\nsource http: cache can be written\n" + written),
            Example(
                name: "the failure that comes first", source: #""type":"http","url":"http://127.0.0.1:1/x","items":".items[]""#,
                sink: #""to":"p.json/out.jsonl""#, code: 69,
                messages: "error: source http: http://127.0.0.1:1/x: page 1: no server takes connections at 127.0.0.1, port 1: it refuses "
                    + "them, or cannot be reached\nerror: sinks[0] jsonl: p.json/out.jsonl cannot be written: no folder is there\n"),
            Example(
                name: "a page of another shape", source: #""type":"http","url":"ORIGIN/items","items":".itens[]""#, code: 65,
                messages: "error: source http: ORIGIN/items: page 1: items: nothing found at .itens; did you mean \"items\"?\n" + written),
        ])
    func lines(_ example: Example) async throws {
        let (outcome, names) = try await Self.run(example.source, sink: example.sink)
        #expect(outcome == .init(code: example.code, output: "", messages: example.messages))
        #expect(names == ["p.json"])
    }

    @Test("is exit 78 if a secret has no value") func missingSecret() async throws {
        let (outcome, _) = try await Self.run(
            #""type":"http","url":"ORIGIN/items","items":".items[]","auth":{"type":"bearer","token":{"$env":"TABPIPE_UNSET"}}"#)
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("TABPIPE_UNSET"))
    }

    @Test("sends one request, whatever the response is") func oneRequest() async throws {
        let origin = try await OriginServer.shared()
        for type in ["http", "json"] {
            let run = "run=\(UUID().uuidString)"
            let from = type == "http" ? #""items":".items[]","url""# : #""from""#
            let (outcome, _) = try await Self.run(#""type":"\#(type)",\#(from):"ORIGIN/fault/500forever?\#(run)""#)
            #expect(outcome.code == 69)
            #expect(try await origin.log().count { $0.query.contains(run) } == 1)
        }
    }

    @Test("asks the server although the cache has the response, and stores none", arguments: ["revalidate", "offline"])
    func cache(_ mode: String) async throws {
        let (outcome, names) = try await Self.run(
            #""type":"http","url":"ORIGIN/items","items":".items[]","cache":{"folder":"cache","mode":"\#(mode)","fresh_seconds":600}"#)
        #expect(outcome.code == (mode == "offline" ? 69 : 0))
        #expect(names == ["p.json"])
    }

    @Test("ends at a signal while it waits for a server", arguments: [SIGINT, SIGTERM]) func signals(_ signal: Int32) async throws {
        let server = try HangingServer("")
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"http","url":"\#(server.url)","items":".[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let program = try await RunningProgram.start(
            ["check", "p.json"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        try await server.waitForRequest()
        program.signal(signal)
        #expect(await program.code(within: 60) == 128 + signal)
        #expect(program.messages == "error: stopped by a signal\n")
    }
}
