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

extension CommandList {
    /// The commands of tabpipe, and of any program with components of its own.
    static let program = CommandList(commands: [
        RunCommand.self, PlanCommand.self, PeekCommand.self, PreviewCommand.self, TestCommand.self, ValidateCommand.self,
        CheckCommand.self, ListCommand.self, DescribeCommand.self, SchemaCommand.self, ExplainCommand.self, GraphCommand.self,
        PipeCommand.self, CollectCommand.self, QueryCommand.self, ConvertCommand.self, NewCommand.self, InferCommand.self,
        CompletionCommand.self, ManualCommand.self, HelpCommand.self,
    ])
}
