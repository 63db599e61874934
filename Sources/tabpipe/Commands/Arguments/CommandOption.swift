/// An option of a command line, as its command declares it.
struct CommandOption: Sendable {
    /// The kind of value that follows the name of an option.
    enum Value: Sendable {
        /// Nothing: the option is a flag.
        case none
        /// Any text. Help shows `name` as its placeholder.
        case text(name: String)
        /// A name and a text after it, which are two words.
        case pair(first: String, second: String)
        /// The path of a file, or one of the other forms in `name`, such as `FILE|fd:N|none`.
        case path(name: String)
        /// A parameter of a pipeline file and its value.
        case parameter
        /// One of these words.
        case choice([String])
    }

    /// The name without its two dashes.
    let name: String
    /// The short form of the name: one letter after a single dash.
    var short: Character?
    let value: Value
    /// The default value as help shows it; nil if there is none.
    var defaultText: String?
    let help: String

    /// The placeholder of the value in help, such as `N`; nil for a flag.
    var valueName: String? {
        switch value {
        case .none: nil
        case .text(let name), .path(let name): name
        case .pair(let first, let second): "\(first) \(second)"
        case .parameter: "name=value"
        case .choice(let words): words.joined(separator: "|")
        }
    }

    /// The expected value in error messages.
    var expectation: String {
        if case .choice(let words) = value { "one of " + words.joined(separator: ", ") } else { valueName ?? "no value" }
    }

    /// The valid words; empty if any text is valid.
    var choices: [String] {
        if case .choice(let words) = value { words } else { [] }
    }

    /// The option with its short form and its value, such as `-n, --limit N`.
    var synopsis: String {
        (short.map { "-\($0), " } ?? "") + "--\(name)" + (valueName.map { " \($0)" } ?? "")
    }

    /// The description of the option in help, with the default.
    var description: String { help + (defaultText.map { " (default \($0))" } ?? "") }
}
