internal import Pipeline

/// The error for a first word that names no command.
struct UnknownCommand: Error {
    let message: String
    /// The command line to suggest to the user.
    let help: String

    init(_ word: String) {
        let isFile = word.hasSuffix(".json")
        let near = isFile ? "" : DidYouMean.hint(for: word, in: TabpipeProgram.commands.map { $0.name })
        message = "no command is called \"\(word)\"\(near)"
        help = isFile ? "tabpipe run \(word)" : "tabpipe --help"
    }
}
