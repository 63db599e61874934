import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe peek --each") struct PeekEachTests {
    private static let input = #"""
        {"id":1,"user":{"name":"ada"},"tags":["a","b"],"old":true,"body":"<p>One</p>"}
        {"id":2,"user":{"name":"bob"},"tags":[],"old":true,"body":"<p>Two</p>"}
        {"id":3,"user":{"name":7},"tags":[],"old":true,"body":"<p>Three</p>"}
        """#

    @Test("follows records through the stages: added, removed and changed fields, and the end") func each() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {
              "source": { "type": "json", "from": "-" },
              "stages": [
                { "type": "filter", "where": ".id != 2" },
                { "type": "set", "fields": { ".user.name": ".user.name | ascii_upcase", "slug": "\"s\\(.id)\"" } },
                { "type": "remove", "fields": ["old"] },
                { "type": "sanitize_html", "field": "body" }
              ],
              "sinks": [ { "type": "jsonl", "to": "out.jsonl" } ]
            }
            """#, to: "p.json")
        let outcome = try await Program.run(["peek", "p.json", "--each"], input: Self.input, in: folder.url)
        #expect(outcome.code == 0)
        #expect(
            outcome.output == """
                standard input, item 1
                  source json
                      .id: 1
                      .user: {"name":"ada"}
                      .tags: ["a","b"]
                      .old: true
                      .body: "<p>One</p>"
                  stages[0] filter: unchanged
                  stages[1] set
                    ~ .user.name: "ada" → "ADA"
                    + .slug: "s1"
                  stages[2] remove
                    - .old: true
                  stages[3] sanitize_html
                    ~ .body: "<p>One</p>" → "One"
                  to the sinks

                standard input, item 2
                  source json
                      .id: 2
                      .user: {"name":"bob"}
                      .tags: []
                      .old: true
                      .body: "<p>Two</p>"
                  filtered by stages[0] filter

                standard input, item 3
                  source json
                      .id: 3
                      .user: {"name":7}
                      .tags: []
                      .old: true
                      .body: "<p>Three</p>"
                  stages[0] filter: unchanged
                  rejected by stages[1] set: ascii_upcase input must be a string \
                (p.json:5:62: stages[1].fields..user.name: ascii_upcase; input .user.name: number (7))

                """)
        #expect(outcome.messages == "")
        #expect(try folder.names() == ["p.json"])
    }

    @Test("shows the records that a stage makes, those that are skipped, and chooses by a program") func made() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {
              "source": { "type": "json", "from": "-" },
              "stages": [
                { "type": "map", "to": "{id, tag: .tags[]}" },
                { "type": "set", "fields": { "n": ".tag | tonumber" }, "on_error": "skip" },
                { "type": "sort", "by": ".n" }
              ]
            }
            """#, to: "p.json")
        let input = #"{"id":1,"tags":["9"]}{"id":2,"tags":["5","x"]}"#
        let arguments = ["peek", "p.json", "--each", "--only", "select(.id == 2)", "-n", "1", "-q"]
        let outcome = try await Program.run(arguments, input: input, in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 0,
                    output: """
                        standard input, item 2
                          source json
                              .id: 2
                              .tags: ["5","x"]
                          stages[0] map: made 2 records
                            1 of 2
                              - .tags: ["5","x"]
                              + .tag: "5"
                              stages[1] set
                                + .n: 5
                              stages[2] sort: unchanged
                              kept
                            2 of 2
                              - .tags: ["5","x"]
                              + .tag: "x"
                              skipped by stages[1] set: string (\"x\") cannot be parsed as a number \
                        (p.json:5:47: stages[1].fields.n: tonumber; input .tag: string (\"x\"))

                        """, messages: ""))
    }

    private static func pipeline(_ stages: String) -> String { #"{"source":{"type":"json","from":"-"},"stages":[\#(stages)]}"# }

    @Test("shows strings as they are, and documents as Markdown; --as converts both") func html() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            Self.pipeline(
                #"{"type":"html_to_markdown","field":"body","into":"markdown"},{"type":"sanitize_html","field":"body","into":"clean"}"#),
            to: "p.json")
        let input = #"{"body":"<p>A <b>b</b></p>"}"#
        let plain = try await Program.run(["peek", "p.json", "--each"], input: input, in: folder.url)
        #expect(
            plain.output == """
                standard input, item 1
                  source json
                      .body: "<p>A <b>b</b></p>"
                  stages[0] html_to_markdown
                    + .markdown: "A **b**"
                  stages[1] sanitize_html
                    + .clean: "A **b**"
                  kept

                """)
        let text = try await Program.run(["peek", "p.json", "--each", "--as", "text"], input: input, in: folder.url)
        #expect(text.output.contains("      .body: \"A b\"\n") && text.output.contains("    + .clean: \"A b\"\n"), "\(text.output)")
    }

    @Test("says what became of records in front of a failure, and that those behind it are not finished")
    func failure() async throws {
        let folder = try ScratchFolder()
        let stages = #"{"type":"filter","where":".a != 2"},{"type":"set","fields":{"b":".a + 1"},"on_error":"fail"}"#
        try folder.write(Self.pipeline(stages), to: "p.json")
        let input = #"{"a":1}{"a":2}{"a":3}{"a":"x"}{"a":5}"#
        let outcome = try await Program.run(["peek", "p.json", "--each", "-n", "5"], input: input, in: folder.url)
        #expect(outcome.code == 65)
        let ends = outcome.output.components(separatedBy: "\n\n").compactMap { record in record.split(separator: "\n").last }
        #expect(
            ends == [
                "  kept", "  filtered by stages[0] filter", "  kept", "  not finished by stages[1] set: the run failed",
                "  not finished by stages[1] set: the run failed",
            ], "\(outcome.output)")
    }

    @Test("gives the reason of each rejected record, also of thousands") func manyRejects() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"type":"filter","where":"error"}"#), to: "p.json")
        let input = String(repeating: #"{"a":1}"#, count: 2500)
        let outcome = try await Program.run(["peek", "p.json", "--each", "-n", "2500"], input: input, in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output.components(separatedBy: "\n  rejected by stages[0] filter: ").count == 2501)
    }

    @Test("says where a record ends that goes to the sinks, or only to a place in front of them") func end() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"filter","where":".a"},{"type":"filter","where":".a"}],"#
                + #""sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        for (arguments, end) in [([], "to the sinks"), (["--after", "0"], "kept")] {
            let outcome = try await Program.run(["peek", "p.json", "--each"] + arguments, input: #"{"a":1}"#, in: folder.url)
            #expect(outcome.output.hasSuffix("filter: unchanged\n  \(end)\n"), "\(outcome)")
        }
    }
}
