/// An option of a command line, as its command declares it.
struct CommandOption: Sendable {
    /// What follows the name of an option.
    enum Value: Sendable {
        /// Nothing: the option is a flag.
        case none
        /// Any text; help shows `name` in its place.
        case text(name: String)
        /// The path of a file, or what `name` also allows.
        case path(name: String)
        /// A parameter of a pipeline file and its value.
        case parameter
        /// One of these words.
        case choice([String])
    }

    /// The name without its two dashes.
    let name: String
    /// The letter that stands for the name after a single dash.
    var short: Character?
    let value: Value
    /// The value that counts without the option, as help shows it.
    var defaultText: String?
    let help: String

    /// What help shows for the value, such as `N`; nil for a flag.
    var valueName: String? {
        switch value {
        case .none: nil
        case .text(let name), .path(let name): name
        case .parameter: "name=value"
        case .choice(let words): words.joined(separator: "|")
        }
    }

    /// What an error says was expected as the value.
    var expectation: String {
        if case .choice(let words) = value { "one of " + words.joined(separator: ", ") } else { valueName ?? "no value" }
    }

    /// The words that the value can be; empty if any text can.
    var choices: [String] {
        if case .choice(let words) = value { words } else { [] }
    }

    /// The option with its short form and its value, such as `-n, --limit N`.
    var synopsis: String {
        (short.map { "-\($0), " } ?? "") + "--\(name)" + (valueName.map { " \($0)" } ?? "")
    }

    /// What help says of the option, the default included.
    var description: String { help + (defaultText.map { " (default \($0))" } ?? "") }
}
