internal import JSONParsing
internal import Pipeline

/// `tabpipe schema`
enum SchemaCommand: Command {
    static let name = "schema"
    static let summary = "Prints the JSON Schema (2020-12) of pipeline files, for editors and checks."
    static let operands = Operands.none
    static let options: [CommandOption] = []

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var writer = JSONWriter(indent: 2)
        writer.write(PipelineSchema(context.registry).json)
        writer.append(UInt8(ascii: "\n"))
        context.console.writeOutput(String(decoding: writer.bytes, as: UTF8.self))
        return ExitCode.done
    }
}
