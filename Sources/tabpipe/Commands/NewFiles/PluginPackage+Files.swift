extension PluginPackage {
    /// The pipeline file that uses the stage.
    static let pipelineFile = "titles.json"

    /// The files of the package, with paths from its folder.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest), ("Sources/\(name)/main.swift", Self.main), ("Sources/\(name)/Shorten.swift", Self.stage),
            ("Tests/\(name)Tests/ShortenTests.swift", test), (Self.pipelineFile, Self.pipeline), ("items.json", Self.sample),
            (".gitignore", Self.ignored), ("README.md", readme),
        ]
    }

    // A debug description is a valid string literal of Swift for every path.
    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            platforms: [.macOS("26.0")],
            dependencies: [
                // From a repository, for instance: .package(url: "https://git.example.org/tabpipe.git", branch: "main")
                .package(name: "tabpipe", path: \(tabpipeFromPackage.debugDescription))
            ],
            targets: [
                .executableTarget(
                    name: "\(name)",
                    dependencies: [.product(name: "Pipeline", package: "tabpipe"), .product(name: "TabpipeCommands", package: "tabpipe")]),
                .testTarget(name: "\(name)Tests", dependencies: ["\(name)", .product(name: "Pipeline", package: "tabpipe")]),
            ]
        )

        """
    }

    private static let main = """
        import Pipeline
        import TabpipeCommands

        var registry = Registry.standard
        registry.add(Shorten.self)
        await TabpipeProgram.main(with: registry)

        """

    private static let stage = """
        import Pipeline

        /// Cuts a text field to a number of characters.
        struct Shorten: Stage {
            static let name = "shorten"
            static let summary = "Cuts a text field."
            static let example = #"{ "type": "shorten", "field": "title", "length": 20 }"#
            private let field: FieldPath
            private let length: Int

            init(options: inout OptionReader) {
                field = options.read("field", .field, help: "The field to cut.")
                length = options.read("length", .integer(1...100), help: "Characters that stay.")
            }

            var hooks: Hooks { .none }

            func process(_ record: inout Record) throws -> Verdict {
                try record.set(field, to: .string(String(record.string(field).prefix(length))))
                return .keep
            }
        }

        """

    private var test: String {
        """
        import Pipeline
        import Testing

        @testable import \(name)

        @Test("keeps the first characters of a field") func shortens() throws {
            var record = Record(["title": "A long title"])
            _ = try Shorten(json: #"{"field": "title", "length": 3}"#).process(&record)
            #expect(try record.string("title") == "A l")
        }

        """
    }

    private static let pipeline = """
        {
          "name": "titles",
          "source": { "type": "json", "from": "items.json", "items": ".items[]" },
          "stages": [ { "type": "shorten", "field": "title", "length": 12 } ],
          "sinks": [ { "type": "jsonl", "to": "-" } ]
        }

        """

    private static let sample = """
        { "items": [ { "title": "A title that is too long" }, { "title": "Short" } ] }

        """

    private static let ignored = """
        .build/
        *.rejects.jsonl

        """

    private var readme: String {
        """
        # \(name)

        A program with the command line of tabpipe and a stage of its own, `shorten`.

        ```sh
        swift test
        swift run \(name) run \(Self.pipelineFile)
        swift build -c release
        ```

        `Package.swift` names the folder of tabpipe. `docs/plug-ins.md` in that folder describes stages, sources and sinks.

        """
    }
}
