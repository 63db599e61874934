internal import Pipeline

/// The commands of a program, in the order in which manual page and completions list them.
struct CommandList: Sendable {
    let commands: [any Command.Type]

    var names: [String] { commands.map { $0.name } }

    /// Finds a command.
    func command(named name: String) throws(UnknownCommand) -> any Command.Type {
        guard let command = commands.first(where: { $0.name == name }) else { throw UnknownCommand(name, among: names) }
        return command
    }
}

/// The error for a first word that names no command.
struct UnknownCommand: Error {
    let message: String
    /// The command line to suggest to the user.
    let help: String

    init(_ word: String, among names: [String]) {
        let isFile = word.hasSuffix(".json")
        let near = isFile ? "" : DidYouMean.hint(for: word, in: names)
        message = "no command is called \"\(word)\"\(near)"
        help = isFile ? "tabpipe run \(word)" : "tabpipe --help"
    }
}
