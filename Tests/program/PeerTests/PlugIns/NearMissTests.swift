import Foundation
import TestSupport
import Testing

/// A plug-in that is nearly right, and what the compiler says of it.
struct NearMiss: CustomTestStringConvertible {
    let testDescription: String
    /// The code of the plug-in, behind the imports.
    let code: String
    /// A part of the error; nil if the code compiles, and then works as it reads.
    let error: String?

    /// The namespace and the file of the code, which is compiled beside that of all other examples.
    var name: String { testDescription.replacing(#/\W/#, with: "_") }

    init(_ description: String, refused error: String? = nil, _ code: String) {
        testDescription = description
        self.code = code
        self.error = error
    }

    /// A stage with these members in place of its example and its hooks.
    static func stage(
        _ description: String, refused error: String? = nil, _ members: String, example: String = #"static let example = "{}""#
    ) -> NearMiss {
        NearMiss(
            description, refused: error,
            """
            struct Stamp: Stage {
                static let name = "stamp"
                static let summary = "Stamps."
                \(example)
                init(options: inout OptionReader) { files = StageFiles(options.read("folder", .outputFolder, help: "The folder.")) }
                let files: StageFiles
                \(members)
                func process(_ record: inout Record) throws -> Verdict { .keep }
            }
            """)
    }

    /// A sink of texts with these members beside `render` and `write`.
    static func sink(_ description: String, refused error: String? = nil, _ members: String) -> NearMiss {
        NearMiss(
            description, refused: error,
            """
            struct Box: Sink {
                static let name = "box"
                static let summary = "Boxes."
                static let example = ""
                init(options: inout OptionReader) {}
                var hooks: Hooks { .none }
                \(members)
                func render(_ record: Record, in context: RunContext) throws -> String { "" }
                func write(_ documents: Batches<String>) async throws { for try await _ in documents {} }
            }
            """)
    }
}

/// The compiled modules beside the test program.
private enum CompiledModules {
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/Modules"
}

/// Proves that a plug-in's author is told of a member whose type is slightly wrong. A default in its place would lose work without a word.
@Suite(
    "A plug-in that is nearly right",
    .needs(
        InstalledProgram.isThere("swiftc") && FileManager.default.fileExists(atPath: CompiledModules.folder + "/Pipeline.swiftmodule"),
        "needs swiftc"))
struct NearMissTests {
    static let examples = [
        NearMiss.stage("has a folder of files as its output", "var hooks: Hooks { Hooks(output: files) }"),
        .stage(
            "names its output and not its hooks", refused: "type 'Stamp' does not conform to protocol 'Component'",
            "var runOutput: StageFiles { files }"),
        .stage("has optional hooks", refused: "type 'Stamp' does not conform to protocol 'Component'", "var hooks: Hooks? { .none }"),
        .stage(
            "has a path as its output", refused: "argument type 'String' does not conform to expected type 'RunOutput'",
            #"var hooks: Hooks { Hooks(output: "out") }"#),
        .stage("has an example", #"var hooks: Hooks { .none }"#, example: ##"static let example = #"{ "type": "stamp" }"#"##),
        .stage(
            "has an optional example", refused: "type 'Stamp' does not conform to protocol 'Component'", "var hooks: Hooks { .none }",
            example: #"static let example: String? = "{}""#),
        .stage(
            "has a guide that is no text", refused: "cannot convert value of type 'Int' to expected argument type 'String'",
            "var hooks: Hooks { .none }\n    static func about(_ options: inout OptionReader) { options.describe(guide: 7) }"),
        .stage("names changed fields", "let field = FieldPath(name: \"a\")\n    var hooks: Hooks { Hooks(changedFields: [field]) }"),
        .stage(
            "names changed fields as texts", refused: "cannot convert value of type 'String' to expected argument type '[FieldPath]'",
            #"var hooks: Hooks { Hooks(changedFields: "a" as String) }"#),
        .stage("has a check that always finds something", #"var hooks: Hooks { Hooks { _ in "all is well" } }"#),
        .stage(
            "has a check that finds a number", refused: "cannot convert value of type 'Int' to closure result type 'String?'",
            "var hooks: Hooks { Hooks(check: { _ in 7 }) }"),
        NearMiss(
            "is a source that resets its state, and always says so",
            """
            struct Tail: Source {
                static let name = "tail"
                static let summary = "Tails."
                static let example = ""
                init(options: inout OptionReader) {}
                var hooks: Hooks { .none }
                var continuation: SourceContinuation { SourceContinuation { self } resetState: { try reset() } }
                func reset() throws -> String { "gone" }
                func run(into output: inout RecordWriter) async throws {}
            }
            """),
        NearMiss(
            "is a source that says itself whether it is incremental", refused: "type 'Tail' does not conform to protocol 'Source'",
            """
            struct Tail: Source {
                static let name = "tail"
                static let summary = "Tails."
                static let example = ""
                init(options: inout OptionReader) {}
                var hooks: Hooks { .none }
                var isIncremental: Bool { true }
                func run(into output: inout RecordWriter) async throws {}
            }
            """),
        NearMiss(
            "is a stream stage with a key in place of a partition", refused: "type 'Pairs' does not conform to protocol 'StreamStage'",
            """
            struct Pairs: StreamStage {
                static let name = "pairs"
                static let summary = "Pairs."
                static let example = ""
                let partition: RecordQuery
                init(options: inout OptionReader) { partition = options.read("key", .query, help: "The key.") }
                var hooks: Hooks { .none }
                func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {}
            }
            """),
        NearMiss(
            "is a stage that waits, with a small kind of number", refused: "type 'Ask' does not conform to protocol 'AsyncStage'",
            """
            struct Ask: AsyncStage {
                static let name = "ask"
                static let summary = "Asks."
                static let example = ""
                let concurrency: UInt8 = 4
                init(options: inout OptionReader) {}
                var hooks: Hooks { .none }
                func copyForRun(in context: RunContext) -> Ask { self }

                func process(_ record: inout Record) async throws -> Verdict { .keep }
            }
            """),
        .sink(
            "is a sink with a method that admits", refused: "type 'Box' does not conform to protocol 'Sink'",
            "func admit(_ document: String) throws {}\n    var traits: SinkTraits { SinkTraits() }"),
        .sink(
            "is a sink that names its path alone", refused: "type 'Box' does not conform to protocol 'Sink'",
            "let outputPath = \"out\"\n    var admission: Admission<String> { .all }"),
        NearMiss(
            "is an output that may pass records on", refused: "type 'Log' does not conform to protocol 'RunOutput'",
            """
            struct Log: RunOutput {
                let passesRecords: Bool?
                let supportsPlan = false
                func open(in context: RunContext) {}
                func prepare() {}
                func commit() {}
                func keep(because reason: String) {}
                func close() {}
                func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }
            }
            """),
        NearMiss(
            "is an output that fails to stay", refused: "type 'Log' does not conform to protocol 'RunOutput'",
            """
            struct Log: RunOutput {
                let passesRecords = true
                let supportsPlan = false
                func open(in context: RunContext) {}
                func prepare() {}
                func commit() {}
                func keep(because reason: String) throws {}
                func close() {}
                func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }
            }
            """),
        .sink(
            "is a sink with admission and traits", "var admission: Admission<String> { .all }\n    var traits: SinkTraits { SinkTraits() }"),
    ]

    /// What the compiler says of each example, by its name. One start of the compiler checks all of them.
    private static let errors = Task {
        let folder = try ScratchFolder()
        let files = try examples.map { example in
            try folder.write(
                "import JSONParsing\nimport Pipeline\n\nenum \(example.name) {\n\(example.code)\n}\n", to: "\(example.name).swift")
        }
        let compiler = try #require(InstalledProgram.path(of: "swiftc"))
        let output = folder.file("output.txt")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let written = try FileHandle(forWritingTo: output)
        let options = ["-typecheck", "-wmo", "-swift-version", "6", "-module-name", "plugin", "-package-name", "plugin"]
        let child = try ChildProcess(compiler, options + ["-I", CompiledModules.folder] + files) { process in
            process.standardError = written
            return [written]
        }
        let exit = await child.exit()
        let text = try String(contentsOf: output, encoding: .utf8)
        #expect(exit.status == 1, "\(text)")
        let lines = text.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains(" error: ") }
        return Dictionary(
            uniqueKeysWithValues: examples.map { example in
                let own = lines.filter { $0.contains("/\(example.name).swift:") }
                return (example.name, own.joined(separator: "\n").replacing("'\(example.name).", with: "'"))
            })
    }

    @Test("is refused by the compiler, or works", arguments: examples) func compiles(_ example: NearMiss) async throws {
        let found = try #require(try await Self.errors.value[example.name])
        if let error = example.error {
            #expect(found.contains(error), "\(found)")
        } else {
            #expect(found == "")
        }
    }
}
