internal import Pipeline

/// A word in the place of a command that names none.
struct UnknownCommand: Error {
    let message: String
    /// The command line that helps.
    let help: String

    init(_ word: String) {
        let isFile = word.hasSuffix(".json")
        let near = isFile ? "" : DidYouMean.hint(for: word, in: TabpipeProgram.commands.map { $0.name })
        message = "no command is called \"\(word)\"\(near)"
        help = isFile ? "tabpipe run \(word)" : "tabpipe --help"
    }
}
