internal import Pipeline

/// `tabpipe manual`
struct ManualCommand: Command {
    static let name = "manual"
    static let group = CommandGroup.learn
    static let summary = "Prints the manual page in roff: every command, option, source, stage and sink."
    static let examples = ["tabpipe manual > tabpipe.1 && man ./tabpipe.1"]

    init(arguments: inout ArgumentReader) {}

    func run(in context: CommandContext) async throws -> Int32 {
        context.console.writeOutput(ManualPage.text(context.registry, .program))
        return ExitCode.done
    }
}
