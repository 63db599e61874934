internal import Pipeline

/// `tabpipe help [COMMAND]`
struct HelpCommand: Command {
    static let name = "help"
    static let group = CommandGroup.learn
    static let summary = "Prints the commands, or the help of one of them."
    static let examples = ["tabpipe help run"]
    private let command: String?

    init(arguments: inout ArgumentReader) {
        command = arguments.optionalCommand()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        guard let command else {
            context.console.writeOutput(HelpText.overview(of: .program))
            return ExitCode.done
        }
        context.console.writeOutput(HelpText.help(for: CommandDeclaration(try CommandList.program.command(named: command))))
        return ExitCode.done
    }
}
