internal import Pipeline

/// What can follow where on a command line.
struct CompletionWords {
    struct Command {
        let name: String
        let words: [String]
        let takesFiles: Bool
    }

    let first: [String]
    let commands: [Command]
    /// The options whose value is one of some words.
    let values: [(option: String, words: [String])]
    /// The options whose value is the path of a file.
    let fileOptions: [String]

    init(_ registry: Registry) {
        first = TabpipeProgram.commands.map { $0.name } + ["--help", "--version"]
        commands = TabpipeProgram.commands.map { command in
            var words = command.options.map { "--\($0.name)" } + ["--help"]
            switch command.name {
            case ListCommand.name: words += registry.groups.map(\.name)
            case DescribeCommand.name: words += registry.groups.flatMap { $0.components.map { $0.name } }
            case CompletionCommand.name: words += ["bash", "zsh", "fish"]
            default: break
            }
            return Command(name: command.name, words: words, takesFiles: command.operands.areFiles)
        }
        var options: [String: CommandOption] = [:]
        for option in TabpipeProgram.commands.flatMap({ $0.options }) { options[option.name] = option }
        let sorted = options.values.sorted { $0.name < $1.name }
        values = sorted.filter { !$0.choices.isEmpty }.map { ($0.name, $0.choices) }
        fileOptions = sorted.filter(\.isFile).map(\.name)
    }
}
