/// The options that the program takes without a command. Each command takes ``help``, too.
enum ProgramOptions {
    static let help = CommandOption(
        name: "help", short: "h", value: .none,
        help: "Prints the commands; after a command, its options; after a pipeline file, the parameters of the file.")
    static let version = CommandOption(name: "version", short: "V", value: .none, help: "Prints the version.")

    static let all = [help, version]
}

extension CommandOption {
    /// Whether a word of a command line is this option, in its long or short form.
    func matches(_ word: String) -> Bool { word == "--\(name)" || short.map { word == "-\($0)" } ?? false }
}
