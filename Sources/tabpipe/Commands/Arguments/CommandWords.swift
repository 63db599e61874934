internal import Pipeline

/// The words of a command line, sorted into operands and values of options.
struct CommandWords {
    /// One use of an option.
    struct OptionUse {
        let name: String
        /// The words of its value: none for a flag, two for a pair.
        let values: [String]
        /// The number of operands before this use.
        let operandCount: Int
        /// The number of option uses before this one.
        let position: Int
    }

    /// The options that a command line may have, and the commands whose options advice may name.
    private struct Known {
        let options: [CommandOption]
        let program: CommandList
    }

    private(set) var operands: [String] = []
    /// Whether the words ask for help. The words after the request are not checked.
    private(set) var wantsHelp = false
    /// The values of each option by its name, in their order. Each use of a flag has an empty value.
    private var values: [String: [String]] = [:]
    /// All uses of options in their order.
    private(set) var uses: [OptionUse] = []

    /// A command line without words.
    init() {}

    /// Sorts the words that follow a command.
    ///
    /// - Parameters:
    ///   - options: The options that the command declares.
    ///   - takesProgram: Whether `-` without a letter behind it starts an operand, such as the program `-1`.
    ///   - program: All commands, for advice about an option of another one.
    /// - Throws: ``UsageError`` for an unknown option, a missing value, or a value that a flag does not take.
    init(_ words: [String], options: [CommandOption], takesProgram: Bool, of program: CommandList) throws(UsageError) {
        let known = Known(options: options, program: program)
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if ProgramOptions.help.matches(word) {
                wantsHelp = true
                operands += rest.filter { !$0.hasPrefix("-") }
                return
            }
            if word.hasPrefix("--") {
                try takeName(word, from: &rest, known)
            } else if word.hasPrefix("-"), word != "-", !takesProgram || word.dropFirst().first?.isLetter == true {
                try takeLetters(word, from: &rest, known)
            } else {
                operands.append(word)
            }
        }
    }

    /// The values of an option, in their order.
    func values(of option: CommandOption) -> [String] { values[option.name] ?? [] }

    /// Takes a word such as `--limit` or `--limit=5`.
    private mutating func takeName(_ word: String, from rest: inout ArraySlice<String>, _ known: Known) throws(UsageError) {
        let equals = word.firstIndex(of: "=")
        let name = String(word[..<(equals ?? word.endIndex)].drop { $0 == "-" })
        guard let option = known.options.first(where: { $0.name == name }) else { throw Self.unknown(word, name, known) }
        try take(option, equals.map { String(word[word.index(after: $0)...]) }, from: &rest)
    }

    /// Takes a word such as `-q`, `-qv` or `-n5`: the letters of short options. The value of the last one may follow its letter.
    private mutating func takeLetters(_ word: String, from rest: inout ArraySlice<String>, _ known: Known) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = known.options.first(where: { $0.short == letter }) else {
                throw Self.unknown(word, String(word.drop { $0 == "-" }), known)
            }
            guard option.valueName != nil, !letters.isEmpty else {
                try take(option, nil, from: &rest)
                continue
            }
            return try take(option, String(letters.first == "=" ? letters.dropFirst() : letters), from: &rest)
        }
    }

    /// Options that users know from similar commands, and the option of this command that does the same.
    private static let advice: [(option: String, names: [String], text: String)] = [
        ("count", ["limit", "records", "head", "max"], "--count N shows N records"),
        ("limit", ["count", "records", "head", "max"], "--limit N reads N records"),
        ("format", ["mermaid", "dot", "text"], "--format mermaid|dot|text chooses the form"),
        ("set", ["param", "parameter", "var", "arg", "env"], "--set NAME=VALUE sets a parameter"),
    ]

    private static func unknown(_ word: String, _ name: String, _ known: Known) -> UsageError {
        let options = known.options
        let same = advice.first { advice in advice.names.contains(name) && options.contains { $0.name == advice.option } }
        if let same { return UsageError("unknown option \"\(word.printable)\"; \(same.text)") }
        if name == "json" {
            return UsageError(
                "unknown option \"\(word.printable)\"; tabpipe schema prints all steps as JSON Schema, and --log-format json the messages "
                    + "of a run")
        }
        let owners = known.program.commands.map { CommandDeclaration($0) }.filter { $0.options.contains { $0.name == name } }
        // An option that exactly one other command has is probably meant for that command.
        let takesValue = owners.first?.options.contains { $0.name == name && $0.valueName != nil } ?? false
        let parameter = takesValue && options.contains { $0.name == "set" } ? "; --set \(name)=VALUE sets a parameter of the file" : ""
        let hint =
            owners.count == 1
            ? "; use tabpipe \(owners[0].name) --\(name)\(parameter)"
            : DidYouMean.hint(for: name, in: options.map(\.name) + ["help"], prefix: "--")
        return UsageError("unknown option \"\(word.printable)\"\(hint)")
    }

    private mutating func take(_ option: CommandOption, _ given: String?, from rest: inout ArraySlice<String>) throws(UsageError) {
        var taken: [String] = []
        if option.valueName == nil {
            guard given == nil else { throw UsageError("--\(option.name) takes no value") }
            values[option.name, default: []].append("")
        } else {
            guard let value = given ?? rest.popFirst() else { throw UsageError("--\(option.name) wants \(option.expectation)") }
            values[option.name, default: []].append(value)
            taken.append(value)
        }
        if case .pair = option.value {
            guard let second = rest.popFirst() else { throw UsageError("--\(option.name) wants \(option.expectation)") }
            taken.append(second)
        }
        uses.append(OptionUse(name: option.name, values: taken, operandCount: operands.count, position: uses.count))
    }
}
