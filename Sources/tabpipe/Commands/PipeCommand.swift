internal import Pipeline
internal import Sinks
internal import SourcesRemote

/// `tabpipe pipe FILE`
enum PipeCommand: Command {
    static let name = "pipe"
    static let summary = "Carries JSON Lines from standard input through the stages of a file to standard output."
    static let operands = Operands.file
    static let options =
        [CommandOption.set, CommandOption(name: "limit", value: "N", help: "Reads at most N records.")] + RunSettings.options

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var settings = try RunSettings(arguments, console: context.console)
        settings.limit = try arguments.integer("limit", in: 0...Int.max)
        let plan = try context.plan(arguments.operands[0], arguments, needsSourceAndSinks: false)
        let piped = plan.replacing(source: JSONSource(items: .identity), sinks: [JSONLinesSink()])
        return await settings.run(piped, rejectsPath: settings.rejects ?? plan.rejects, console: context.console)
    }
}
