internal import Pipeline

/// `tabpipe schema`
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Prints the JSON Schema (2020-12) of pipeline files, for editors and checks."
    static let examples = ["tabpipe schema > pipeline.schema.json"]
    static let operands = Operands.none
    static let options = [CommandOption.stagesOnly]

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let isWhole = !arguments.has(CommandOption.stagesOnly.name)
        context.console.writeOutput(PipelineSchema(context.registry, needsSourceAndSinks: isWhole).json.indentedText)
        return ExitCode.done
    }
}
