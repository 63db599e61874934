import ProgramSupport
import TestSupport
import Testing

@Suite("validate --partitioned") struct PartitionTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let stage: String
        var words = ["--partitioned"]
        /// The help of the error; nil for a stage that is good.
        let help: String?
        var testDescription: String { name }
    }

    private static let alone = #""scope": "partition" makes it look at each partition alone"#

    static let examples = [
        Example(name: "a stage without neighbours", stage: #"{"type":"filter","where":"."}"#, help: nil),
        Example(
            name: "dedupe", stage: #"{"type":"dedupe","by":".thread_id"}"#,
            help: "\(alone), or divide the records by its key: --partitioned-by '.thread_id'"),
        Example(name: "sort", stage: #"{"type":"sort","by":".thread_id"}"#, help: alone),
        Example(name: "limit", stage: #"{"type":"limit","count":1}"#, help: alone),
        Example(name: "limit within its partition", stage: #"{"type":"limit","count":1,"scope":"partition"}"#, help: nil),
        Example(
            name: "dedupe by the key of the partition", stage: #"{"type":"dedupe","by":" .[\"thread_id\"] "}"#,
            words: ["--partitioned-by", ".thread_id"], help: nil),
        Example(
            name: "dedupe by the key of the partition, behind stages that leave it as it is",
            stage: #"{"type":"filter","where":"."},{"type":"set","fields":{"day":".date"}},{"type":"rename","fields":{"a":"b"}},"#
                + #"{"type":"sort","by":".a","scope":"partition"},{"type":"dedupe","by":".thread_id"}"#,
            words: ["--partitioned-by", ".thread_id"], help: nil),
        Example(
            name: "dedupe by another key", stage: #"{"type":"dedupe","by":".id"}"#, words: ["--partitioned-by", ".thread_id"],
            help: "\(alone), or divide the records by its key: --partitioned-by '.id'"),
        Example(
            name: "sort by the key of the partition, which gives no order of all", stage: #"{"type":"sort","by":".thread_id"}"#,
            words: ["--partitioned-by", ".thread_id"], help: alone),
    ]

    @Test("refuses stages that look at neighbours", arguments: examples) func stages(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[\#(example.stage)]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only"] + example.words, in: folder.url)
        #expect(try await Program.run(["validate", "p.json", "--stages-only"], in: folder.url).code == 0)
        guard let help = example.help else { return #expect(outcome == .init(code: 0, output: "", messages: "p.json: ok\n")) }
        #expect(outcome.code == 78)
        let lines = outcome.messages.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("p.json:1:12: error: \"") == true)
        #expect(lines.first?.hasSuffix("\" looks at neighbouring records, and a partitioned run has only those of its partition") == true)
        #expect(lines.suffix(2) == ["    = at stages[0]", "    = help: \(help)"])
    }

    @Test("refuses a key that a stage of a used file may change") func usedKey() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"map","to":"."}]}"#, to: "inner.json")
        try folder.write(#"{"stages":[{"use":"inner.json"},{"type":"dedupe","by":".k"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only", "--partitioned-by", ".k"], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("works by .k, which stages[0].stages[0] (map) may change"), "\(outcome.messages)")
    }

    @Test("refuses a key that is not known to be the same for a record", arguments: ["now", "input", ".a // .b"])
    func otherKey(_ key: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"dedupe","by":"\#(key)"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only", "--partitioned-by", key], in: folder.url)
        #expect(outcome.code == 78)
    }

    /// A stage in front of `dedupe` by `.k`, and whether it may change the key.
    @Test(
        "refuses a key that a stage in front may change",
        arguments: [
            (#"{"type":"set","fields":{"k":".o"}}"#, true), (#"{"type":"set","fields":{"o":".k"}}"#, false),
            (#"{"type":"remove","fields":["k"]}"#, true), (#"{"type":"filter","where":".k"}"#, false),
            (#"{"type":"html_to_text","field":"body"}"#, false), (#"{"type":"html_to_text","field":"k","into":"k"}"#, true),
            (#"{"type":"rename","fields":{"x":"k"}}"#, true), (#"{"type":"map","to":"."}"#, true),
            (#"{"type":"set","fields":{"k.a":".o"}}"#, true), (#"{"type":"rename","fields":{"k.a":"x"}}"#, true),
            (#"{"type":"rename","fields":{"x":"y"}}"#, false), (#"{"type":"sort","by":".n","scope":"partition"}"#, false),
        ])
    func key(_ stage: String, _ isRefused: Bool) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[\#(stage),{"type":"dedupe","by":".k"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only", "--partitioned-by", ".k"], in: folder.url)
        guard isRefused else { return #expect(outcome == .init(code: 0, output: "", messages: "p.json: ok\n")) }
        let type = try #require(stage.firstMatch(of: #/"type":"([a-z_]+)"/#)).1
        #expect(outcome.code == 78)
        #expect(
            outcome.messages == """
                p.json: error: "dedupe" works by .k, which stages[0] (\(type)) may change, so that equal keys can be in several partitions
                  = at stages[1]
                  = help: put it in front of stages[0], or let it look at each partition alone: "scope": "partition"

                """)
    }

    @Test("finds stages in files that the pipeline uses") func used() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"use":"q.json"}]}"#, to: "p.json")
        try folder.write(#"{"stages":[{"type":"sort","by":".a"}]}"#, to: "q.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only", "--partitioned"], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.hasPrefix("q.json:1:12: error: \"sort\""), "\(outcome.messages)")
    }

    @Test("has a counterpart in explain") func explain() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"stages":[{"type":"filter","where":"."},{"type":"dedupe"},{"type":"remove","fields":["a"]},"#
                + #"{"type":"limit","count":1,"scope":"partition"}]}"#, to: "p.json")
        let outcome = try await Program.run(["explain", "p.json"], in: folder.url)
        #expect(outcome.output.contains(#""scope": "all""#))
        #expect(
            outcome.messages == """
                look at each record alone: stages[0] filter, stages[2] remove
                look at neighbouring records: stages[1] dedupe, stages[3] limit within its partition

                """)
    }
}
