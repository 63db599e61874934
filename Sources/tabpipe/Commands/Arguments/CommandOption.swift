/// An option of a command.
struct CommandOption: Sendable {
    let name: String
    /// The letter that stands for the name behind a single dash, if one does.
    var short: Character?
    /// What stands for the value in help, such as `N`; nil for a switch.
    let value: String?
    /// The words that the value can be, if it is one of some.
    var choices: [String] = []
    /// Whether the value is the path of a file.
    var isFile = false
    let help: String

    static let set = CommandOption(name: "set", value: "name=value", help: "Gives a parameter of the file a value. May be repeated.")
    static let setInFiles = CommandOption(
        name: "set", value: "name=value",
        help: "Gives a parameter a value. May be repeated. With several files, those that have the parameter get it.")
    static let limit = CommandOption(name: "limit", short: "n", value: "N", help: "Reads at most N records.")
    static let programMemory = CommandOption(
        name: "program-memory", value: "BYTES",
        help: "Memory that a jq program may use for one record, as bytes or with K, M or G; the default is 1G.")
    static let quiet = CommandOption(name: "quiet", short: "q", value: nil, help: "Prints no messages but errors.")
    static let verbose = CommandOption(
        name: "verbose", short: "v", value: nil, help: "Prints every warning, not only the first ones of a step.")
    static let logFormat = CommandOption(
        name: "log-format", value: "format", choices: ["text", "json"],
        help: "How messages on standard error look: as text, or as a JSON object a line, with fields.")
    static let stagesOnly = CommandOption(
        name: "stages-only", value: nil, help: "For files that only `pipe` runs: neither source nor sinks are needed.")
}
