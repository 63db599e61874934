import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("run --record", .startsInTurn, .timeLimit(.minutes(5))) struct RecordRunTests {
    private static let secret = "hush-hush-0123456789"

    /// The options with the secret, and the form in which the server repeats it.
    private static let places = [
        #""auth":{"type":"bearer","token":{"$env":"S"}}"#,
        #""auth":{"type":"api_key","in":"query","name":"api_key","value":{"$env":"S"}}"#, #""query":{"api_key":{"$env":"S"}}"#,
        #""headers":{"X-Key":{"$env":"S"}}"#, #""method":"POST","idempotent":true,"body":{"form":{"token":{"$env":"S"}}}"#,
    ]

    private static func pipeline(_ base: String, _ place: String) -> String {
        #"{"source":{"type":"http","url":"\#(base)/items","items":".items[]",\#(place)},"#
            + #""stages":[{"type":"set","fields":{"echo":"0"}}],"sinks":[{"type":"jsonl","to":"out.jsonl"}],"#
            + #""tests":[{"name":"replays","recording":"answers","expect":{"counts":{"read":2,"written":2}}}]}"#
    }

    @Test("stores the responses without the secret that the server repeats, and a test replays them without it", arguments: places)
    func secrets(_ place: String) async throws {
        let server = try EchoServer(Self.secret)
        defer { withExtendedLifetime(server) {} }
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(server.base, place), to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--record", "answers"], in: folder.url, environment: ["S": Self.secret])
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("answers holds 1 response\n"))
        let names = try folder.names("answers")
        #expect(names.count { $0.hasSuffix(".response") } == 1)
        for name in names {
            let text = try folder.read("answers/\(name)")
            #expect(!text.contains("hush-hush"), "\(text)")
        }
        try folder.write(
            Self.pipeline(server.base, place + #","cache":{"folder":"answers","mode":"offline"}"#), to: "cached.json")
        let cached = try await Program.run(
            ["run", "cached.json", "-q"], in: folder.url, environment: ["S": Self.secret, "http_proxy": "http://127.0.0.1:9"])
        #expect(cached == .init(code: 0, output: "", messages: ""))
        // No variable S, and nothing that answers.
        let test = try await Program.run(["test", "p.json"], in: folder.url, environment: ["http_proxy": "http://127.0.0.1:9"])
        #expect(test.code == 0 && test.output.hasSuffix("1 passed, 0 failed\n"), "\(test.output)\(test.messages)")
    }

    @Test("stores what the lists of hydrate give, too", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping))
    func pages() async throws {
        let server = try await OriginServer.shared()
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"http","url":"\#(server.base)/parents?run=record","query":{"n":6},"items":".parents[]"},"#
                + #""stages":[{"type":"hydrate","url":{"from":".children_url"},"items":".children[]","into":"children","#
                + #""paging":{"type":"next_url","at":".next"}}],"sinks":[{"type":"jsonl","to":"out.jsonl"}],"#
                + #""tests":[{"name":"replays","recording":"answers","expect":{"files":"expected"}}]}"#, to: "p.json")
        let run = try await Program.run(["run", "p.json", "--record", "answers"], in: folder.url)
        #expect(run.code == 0, "\(run.messages)")
        try FileManager.default.createDirectory(at: folder.file("expected"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: folder.file("out.jsonl"), to: folder.file("expected/out.jsonl"))
        let test = try await Program.run(["test", "p.json"], in: folder.url, environment: ["http_proxy": "http://127.0.0.1:9"])
        #expect(test.code == 0, "\(test.output)\(test.messages)")
    }

    @Test(
        "refuses a folder that is none",
        arguments: [
            ("p.json", "error: --record wants a folder; p.json is a file"),
            ("", "error: --record wants the path of a folder, found \"\""),
            ("-", "error: --record wants the path of a folder, found \"-\""),
            (".", "error: --record names ., which contains a file that is not a response: in.json"),
        ])
    func wrong(_ path: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("[]", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--record", path], in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "\(message)\n  = help: tabpipe run --help\n"))
    }

    @Test(
        "refuses a folder with an output",
        arguments: [
            (#""to":"rec/out.jsonl""#, [], "the file of sinks[0].to"), (#""to":"./rec/a/out.jsonl""#, [], "the file of sinks[0].to"),
            (#""to":"-""#, ["--report", "rec/r.json"], "the file of --report"),
        ] as [(String, [String], String)])
    func outputs(_ to: String, _ options: [String], _ place: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("[]", to: "in.json")
        try folder.write(#"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"jsonl",\#(to)}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--record", "rec"] + options, in: folder.url)
        let message = "error: --record names rec, which would contain \(place)\n  = help: tabpipe run --help\n"
        #expect(outcome == .init(code: 2, output: "", messages: message))
        #expect(try folder.names() == ["in.json", "p.json"])
    }

    @Test("refuses the folder of an output") func outputFolder() async throws {
        let folder = try ScratchFolder()
        try folder.write("[]", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"site","to":"rec/{{.t}}.html","body":"b","title":".t"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--record", "rec"], in: folder.url)
        #expect(outcome.code == 2)
        #expect(outcome.messages.hasPrefix("error: --record names rec, which would contain the file of sinks[0].to"), "\(outcome.messages)")
    }

    @Test("warns if a run asked no server") func nothing() async throws {
        let folder = try ScratchFolder()
        try folder.write("[]", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--record", "answers"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.messages.hasSuffix("warning: --record: no response was recorded\n"), "\(outcome.messages)")
    }
}
