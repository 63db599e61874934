/// An option of a command line, as its command declares it.
struct CommandOption: Sendable {
    /// The kind of value that follows the name of an option.
    enum ValueKind: Sendable {
        /// Nothing: the option is a flag.
        case none
        /// Any text. Help shows `name` as its placeholder.
        case text(name: String)
        /// Two words: a name, and a text or a path after it.
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
    let value: ValueKind
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

/// An operand of a command line, as its command declares it: a word that belongs to no option.
struct CommandOperand: Sendable {
    /// The kind of an operand's words.
    enum ValueKind: Sendable {
        /// Paths of files.
        case path
        /// The name of a template and the path of a file, either of them alone, or a keyword and a name after it.
        case newFile(templates: [String], keyword: String)
        /// One of these words.
        case choice([String])
        /// A program of the jq language.
        case program
        /// The name of a command.
        case command
        /// The name of a source, stage or sink.
        case component
    }

    /// The placeholder of one word in the help.
    let name: String
    let value: ValueKind
    /// How many words the operand takes.
    let count: ClosedRange<Int>
    /// Whether help leaves the operand out: the completion scripts use it, and people do not.
    var isHidden = false

    /// The operand as the synopsis of its command shows it, such as `[FILE…]`.
    var synopsis: String {
        if case .newFile(_, let keyword) = value { return "[[TEMPLATE] [\(name)] | \(keyword) NAME]" }
        let words = count.upperBound > 1 ? "\(name)…" : name
        return count.lowerBound == 0 ? "[\(words)]" : words
    }
}

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
