import JSONParsing
import Stages
import Testing
@testable import Pipeline

/// A pipeline file, and the expected problems.
struct FileExample: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    var parameters: [String: String] = [:]
    let message: String
    var testDescription: String { name }
}

@Suite("A pipeline file") struct PipelineFileTests {
    static var registry: Registry {
        var registry = Registry()
        registry.addStages()
        registry.add(NumberSource.self)
        registry.add(MemorySink.self)
        return registry
    }

    static func complaints(_ text: String, parameters: [String: String] = [:]) -> String {
        let settings = PipelineSettings(parameters: parameters, environment: ["HOME_TOWN": "Ulm"])
        do throws(PipelineFileError) {
            _ = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: registry, settings: settings)
            return ""
        } catch {
            return error.rendered()
        }
    }

    static let examples: [FileExample] = [
        FileExample(
            name: "that names an unknown stage",
            text: #"""
                {
                  "source": { "type": "numbers" },
                  "stages": [
                    { "type": "html_to_markdwn", "field": "body" }
                  ],
                  "sinks": [ { "type": "memory" } ]
                }
                """#,
            message: """
                p.json:4:15: error: no stage is called "html_to_markdwn"; did you mean "html_to_markdown"?
                  4 |     { "type": "html_to_markdwn", "field": "body" }
                    |               ^^^^^^^^^^^^^^^^^
                    = at stages[0].type
                    = help: tabpipe list stages

                """),
        FileExample(
            name: "with a misspelt option",
            text: #"{"source":{"type":"numbers"},"stages":[{"type":"filter","were":".a"}],"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:40: error: "where" is missing; it is a jq program (a string, or a list of lines)
                  1 | {"source":{"type":"numbers"},"stages":[{"type":"filter","were":".a"}],"sinks":[{"type":"memory"}]}
                    |                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                    = at stages[0]

                p.json:1:57: error: the stage "filter" has no option "were"; did you mean "where"?
                  1 | {"source":{"type":"numbers"},"stages":[{"type":"filter","were":".a"}],"sinks":[{"type":"memory"}]}
                    |                                                         ^^^^^^
                    = at stages[0].were

                """),
        FileExample(
            name: "with an option of the wrong type",
            text: #"{"source":{"type":"numbers","count":"ten"},"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:37: error: expected an integer of at least 0, found "ten"
                  1 | {"source":{"type":"numbers","count":"ten"},"sinks":[{"type":"memory"}]}
                    |                                     ^^^^^
                    = at source.count

                """),
        FileExample(
            name: "with a key that occurs twice",
            text: "{\"source\":{\"type\":\"numbers\"},\n \"sinks\":[{\"type\":\"memory\"}],\n \"source\":{\"type\":\"numbers\"}}",
            message: """
                p.json:3:2: error: the key "source" stands twice in this object; the first is in line 1
                  3 |  "source":{"type":"numbers"}}
                    |  ^^^^^^^^
                    = at source

                """),
        FileExample(
            name: "with a missing brace",
            text: #"{"source":{"type":"numbers"},"sinks":[{"type":"memory"}]"#,
            message: """
                p.json:1:57: error: the text ends where "," or "}" was expected
                  1 | {"source":{"type":"numbers"},"sinks":[{"type":"memory"}]
                    |                                                         ^

                """),
        FileExample(
            name: "that names an environment variable which is not set",
            text: #"{"source":{"type":"numbers","count":{"$env":"NO_SUCH_NUMBER"}},"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:45: error: the environment variable NO_SUCH_NUMBER is not set
                  1 | {"source":{"type":"numbers","count":{"$env":"NO_SUCH_NUMBER"}},"sinks":[{"type":"memory"}]}
                    |                                             ^^^^^^^^^^^^^^^^
                    = at source.count

                """),
        FileExample(
            name: "that shows no secret in a message",
            text: #"{"source":{"type":"numbers","count":{"$env":"HOME_TOWN"}},"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:37: error: expected an integer of at least 0, found a secret value ($env always gives text)
                  1 | {"source":{"type":"numbers","count":{"$env":"HOME_TOWN"}},"sinks":[{"type":"memory"}]}
                    |                                     ^^^^^^^^^^^^^^^^^^^^
                    = at source.count

                """),
        FileExample(
            name: "without a source",
            text: #"{"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:1: error: "source" is missing; it is an object with a type
                  1 | {"sinks":[{"type":"memory"}]}
                    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                    = help: tabpipe list sources

                """),
        FileExample(
            name: "with a parameter that has no value",
            text:
                #"{"parameters":{"count":{"help":"how many"}},"source":{"type":"numbers","count":{"$param":"count"}},"sinks":[{"type":"memory"}]}"#,
            message: """
                p.json:1:16: error: the parameter "count" has no value
                  1 | {"parameters":{"count":{"help":"how many"}},"source":{"type":"numbers","count":{"$
                    |                ^^^^^^^
                    = at parameters.count
                    = help: give one with --set count=…

                """),
    ]

    @Test("gives an error with the place, the expectation and the nearest name", arguments: examples)
    func complaints(_ example: FileExample) {
        #expect(Self.complaints(example.text, parameters: example.parameters) == example.message)
    }

    @Test("has all its errors reported at once, in the order of the file") func all() {
        let text = #"{"sinks":[{"type":"memry"}],"stages":[{"type":"limit","count":-1},{"kind":1},7],"nme":"x"}"#
        let lines = Self.complaints(text).split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            lines == [
                "p.json:1:1: error: \"source\" is missing; it is an object with a type",
                #"p.json:1:19: error: no sink is called "memry"; did you mean "memory"?"#,
                "p.json:1:63: error: expected an integer of at least 0, found -1",
                "p.json:1:67: error: \"type\" is missing; it names the stage",
                "p.json:1:78: error: expected an object, found 7",
                #"p.json:1:81: error: unknown option "nme"; did you mean "name"?"#,
            ])
    }

    static let shortExamples: [FileExample] = [
        FileExample(name: "with $schema for editors", text: file(start: #""$schema":"https://x/schema.json","#), message: ""),
        FileExample(
            name: "with null for every option that may be missing",
            text: file(start: #""$schema":null,"name":null,"description":null,"rejects":null,"allow_rejects":null,"limits":null,"#),
            message: ""),
        FileExample(
            name: "with null for an option with a default", text: file(start: #""min_records":null,"#),
            message: "expected an integer of at least 0, found null"),
        FileExample(
            name: "with two nodes in one", text: file(count: #"{"$env":"HOME_TOWN","$param":"x"}"#),
            message: #"only one of "$env" and "$param" can stand here"#),
        FileExample(
            name: "with a key beside a node", text: file(count: #"{"$env":"HOME_TOWN","deflaut":"x"}"#),
            message: #""$env" stands for the whole value; "deflaut" cannot stand beside it"#),
        FileExample(
            name: "with a node without a name", text: file(count: #"{"$env":""}"#),
            message: #"expected the name of an environment variable after "$env", found """#),
        FileExample(
            name: "with a file that is not there", text: file(count: #"{"$file":"no/such.txt"}"#),
            message: "cannot open no/such.txt: No such file or directory"),
        FileExample(
            name: "with a folder for a file", text: file(count: #"{"$file":"/"}"#), message: "cannot read /: Is a directory"),
        FileExample(
            name: "with a text for a list", text: file(start: #""stages":{"$env":"HOME_TOWN"},"#),
            message: "expected a list of objects, found a secret value ($env always gives text)"),
        FileExample(
            name: "with an invalid number on the command line",
            text: file(start: #""parameters":{"n":{"default":1}},"#, count: #"{"$param":"n"}"#),
            parameters: ["n": "abc"], message: #"--set n=abc: expected a number like the default, found "abc""#),
        FileExample(
            name: "with a sink for a stage", text: file(start: #""stages":[{"type":"memory"}],"#),
            message: #"no stage is called "memory"; "memory" is a sink"#),
        FileExample(
            name: "with a control character in a name", text: file(start: #""stages":[{"type":"filter","where":".","\u001b[2J":1}],"#),
            message: #"the stage "filter" has no option "␛[2J""#),
        FileExample(
            name: "with rejects on standard output", text: file(start: #""rejects":"-","#),
            message: #"expected the path of a file, found "-""#),
    ]

    private static func file(start: String = "", count: String = "1") -> String {
        #"{\#(start)"source":{"type":"numbers","count":\#(count)},"sinks":[{"type":"memory"}]}"#
    }

    @Test("gives exactly this error", arguments: shortExamples) func sentences(_ example: FileExample) {
        let complaints = Self.complaints(example.text, parameters: example.parameters)
        let sentences = complaints.split(separator: "\n").compactMap { $0.split(separator: ": error: ").dropFirst().first.map(String.init) }
        #expect(sentences == (example.message.isEmpty ? [] : [example.message]))
        #expect(!complaints.contains("\u{1B}"))
    }

    @Test("may lack values that the command does not use") func missingValues() throws {
        let text = #"""
            {"parameters":{"n":{},"w":{}},"source":{"type":"numbers","count":{"$param":"n"}},
             "stages":[{"type":"filter","where":{"$param":"w"}}],"sinks":[{"type":"memory"}]}
            """#
        func read(_ change: (inout PipelineSettings) -> Void) throws -> PipelinePlan {
            var settings = PipelineSettings()
            change(&settings)
            return try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: Self.registry, settings: settings)
        }
        let drawn = try read { $0.missingValues = .allow }
        #expect(drawn.source != nil)
        #expect(drawn.stages.count == 1)
        let piped = try read {
            $0.readsSourceAndSinks = false
            $0.parameters = ["w": "."]
        }
        #expect(piped.source == nil)
        #expect(throws: PipelineFileError.self) { try read { $0.readsSourceAndSinks = false } }
        #expect(throws: PipelineFileError.self) { try read { $0.parameters = ["w": "."] } }
    }

    @Test("receives parameters as values, so that they cannot inject configuration") func parameters() throws {
        let text = #"""
            {"parameters":{"n":{"default":3},"s":{"default":"a"}},"name":{"$param":"s"},
             "source":{"type":"numbers","count":{"$param":"n"}},"sinks":[{"type":"memory"}]}
            """#
        let settings = PipelineSettings(parameters: ["n": "7", "s": #"x", "rejects": "/etc/passwd"#])
        let plan = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: Self.registry, settings: settings)
        #expect(plan.name == #"x", "rejects": "/etc/passwd"#)
        #expect(plan.rejects == nil)
        #expect((plan.source?.component as? NumberSource)?.count == 7)
        #expect(
            Self.complaints(text, parameters: ["n": "many"]).contains(#"--set n=many: expected a number like the default, found "many""#))
    }

    @Test("accepts a string for a parameter whose default is a node", arguments: [#"{"$env":"NO_SUCH"}"#, #"{"$file":"no/such"}"#])
    func nodeDefault(_ fallback: String) throws {
        let text = #"{"parameters":{"n":{"default":\#(fallback)}},"name":{"$param":"n"},"stages":[]}"#
        let settings = PipelineSettings(parameters: ["n": #"{"a":1}"#], needsSourceAndSinks: false)
        let plan = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: Self.registry, settings: settings)
        #expect(plan.name == #"{"a":1}"#)
        #expect(plan.files == [])
    }

    @Test("sets on_error of a sink, also of one that replaces it") func replacedSinks() throws {
        let text = #"""
            {"source":{"type":"numbers"},"sinks":[{"type":"memory"},{"type":"other"},{"type":"memory","on_error":"fail"}]}
            """#
        struct Other: Sink {
            static let name = "other"
            static let summary = "Takes no record."
            static let example = ""
            init(options: inout OptionReader) {}
            var hooks: Hooks { .none }
            var admission: Admission<String> { .all }
            var traits: SinkTraits { SinkTraits() }

            func render(_ record: Record, in context: RunContext) throws -> String { throw RecordError("no") }
            func write(_ documents: Batches<String>) async throws { for try await _ in documents {} }
        }
        var registry = Self.registry
        registry.add(Other.self)
        let plan = try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
        func steps(_ sinks: [any Sink]) -> [String] {
            plan.replacing(sinks: sinks).sinks.map { "\($0.common.type) \($0.common.path) \($0.common.onError)" }
        }
        #expect(steps([MemorySink(), MemorySink()]) == ["memory sinks[0] reject", "memory sinks[2] fail"])
        #expect(steps([MemorySink(), MemorySink(), MemorySink()]).last == "memory sinks[2] reject")
    }

    @Test("may lack source and sinks only for pipe") func stagesOnly() throws {
        let settings = PipelineSettings(needsSourceAndSinks: false)
        let plan = try PipelineReader.read(
            text: Array("{\"stages\":[]}".utf8), file: "a/b.json", registry: Self.registry, settings: settings)
        #expect(plan.source == nil)
        #expect(plan.name == "b")
    }

    @Test("has the place of the input that a failure is about, or else that of the first one") func inputPlace() {
        let places = (0..<2).map { FilePlace(file: "p.json", line: 1, column: 10 * $0, path: "source.from[\($0)]") }
        var declaration = PipelinePlan.Declaration()
        declaration.inputPlaces = [("a.json", places[0]), ("b.json", places[1])]
        // The message names the other input.
        let failure = PipelineFailure(inputMissing: "b.json", "cannot read b.json: not found; cannot read a.json: not found")
        #expect(declaration.inputPlace(of: failure) == places[1])
        #expect(declaration.inputPlace(of: PipelineFailure(.inputMissing, "cannot open b.json")) == places[0])
        #expect(declaration.inputPlace(of: PipelineFailure(.badData, "a.json: no JSON")) == nil)
        #expect(declaration.inputPlace(of: CancellationError()) == nil)
    }
}
