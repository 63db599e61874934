extension CommandList {
    /// The commands of tabpipe, and of any program with components of its own.
    static let program = CommandList(commands: [
        RunCommand.self, PlanCommand.self, PeekCommand.self, PreviewCommand.self, TestCommand.self, ValidateCommand.self,
        CheckCommand.self, ListCommand.self, DescribeCommand.self, SchemaCommand.self, ExplainCommand.self, GraphCommand.self,
        PipeCommand.self, CollectCommand.self, QueryCommand.self, ConvertCommand.self, NewCommand.self, InferCommand.self,
        CompletionCommand.self, ManualCommand.self, HelpCommand.self,
    ])
}
