internal import Pipeline

/// `tabpipe schema`
struct SchemaCommand: Command {
    static let name = "schema"
    static let group = CommandGroup.learn
    static let summary = "Prints the JSON Schema (2020-12) of pipeline files, for editors and checks."
    static let examples = ["tabpipe schema > pipeline.schema.json"]
    private let hasStagesOnly: Bool

    init(arguments: inout ArgumentReader) {
        hasStagesOnly = arguments.stagesOnly()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let schema = PipelineSchema(context.registry, needsSourceAndSinks: !hasStagesOnly)
        context.console.writeOutput(schema.json.indentedText)
        return ExitCode.done
    }
}
