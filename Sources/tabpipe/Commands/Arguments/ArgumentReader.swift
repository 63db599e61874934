internal import Pipeline

/// Reads the arguments of one command: reading an option or operand declares it, as ``OptionReader`` does for components.
///
/// Without words, the reader collects declarations and every option has its default. It collects the first fault instead of throwing, so
/// that a command is a plain initializer.
struct ArgumentReader {
    /// The options that the command has read.
    private(set) var options: [CommandOption] = []
    /// The operands that the command has read.
    private(set) var operands: [CommandOperand] = []
    private let words: CommandWords
    private var fault: UsageError?
    private var rest: ArraySlice<String>

    init(_ words: CommandWords) {
        self.words = words
        rest = words.operands[...]
    }

    /// Notes a fault of the command line. The first one is thrown by ``finish()``.
    mutating func complain(_ message: String) {
        if fault == nil { fault = UsageError(message) }
    }

    /// Ends the reading.
    ///
    /// - Throws: The first fault, or an error for a word that no operand took.
    func finish() throws(UsageError) {
        if let fault { throw fault }
        if let word = rest.first { throw .extraWord(word) }
    }

    /// Declares an option and reads its values.
    ///
    /// - Parameters:
    ///   - expectation: The expected value, for error messages.
    ///   - convert: Converts the text of a value; nil if the text is invalid.
    /// - Returns: The values in their order, without the invalid ones.
    mutating func values<Value>(of option: CommandOption, expecting expectation: String, _ convert: (String) -> Value?) -> [Value] {
        options.append(option)
        var values: [Value] = []
        for text in words.values(of: option) {
            if let value = convert(text) {
                values.append(value)
            } else {
                complain("--\(option.name) wants \(expectation), found \"\(text.printable)\"")
            }
        }
        return values
    }

    /// Declares an option and returns its uses, whose values stay text.
    mutating func uses(of option: CommandOption) -> [CommandWords.OptionUse] {
        options.append(option)
        return words.uses.filter { $0.name == option.name }
    }

    /// Returns the last use of an option among `names`; nil if none is used.
    func lastUse(of names: [String]) -> CommandWords.OptionUse? { words.uses.last { names.contains($0.name) } }

    /// Returns the last use of an option among `names` before an operand; nil if there is none.
    ///
    /// - Parameter operand: The number of the operand, counted from 0.
    func lastUse(of names: [String], beforeOperand operand: Int) -> CommandWords.OptionUse? {
        words.uses.last { names.contains($0.name) && $0.operandCount <= operand }
    }

    /// Declares an operand and takes its words, as many as it can have.
    mutating func take(_ operand: CommandOperand) -> [String] {
        operands.append(operand)
        let taken = rest.prefix(operand.count.upperBound)
        rest = rest.dropFirst(taken.count)
        if taken.count < operand.count.lowerBound { complain("\(operand.synopsis) is missing") }
        return Array(taken)
    }
}

/// Reads operands by their kind.
extension ArgumentReader {
    /// The path of one file; empty if it is missing, which is a fault.
    mutating func file() -> String { take(CommandOperand(name: "FILE", value: .path, count: 1...1)).first ?? "" }

    /// The path of a folder; empty if it is missing, which is a fault.
    mutating func folder() -> String { take(CommandOperand(name: "DIR", value: .path, count: 1...1)).first ?? "" }

    /// The URL or the path of the input of `infer`.
    mutating func urlOrFile() -> String { take(CommandOperand(name: "URL|FILE", value: .path, count: 1...1)).first ?? "" }

    /// The paths of files.
    ///
    /// - Parameter least: The least number of files.
    mutating func files(atLeast least: Int = 1) -> [String] {
        take(CommandOperand(name: "FILE", value: .path, count: least...Int.max))
    }

    /// The words that a completion script passes. Help hides this operand.
    mutating func hiddenFiles() -> [String] {
        take(CommandOperand(name: "FILE", value: .path, count: 0...Int.max, isHidden: true))
    }

    /// A program of the jq language, and the words behind it.
    ///
    /// - Returns: All words in their order.
    mutating func programAndFiles() -> [String] {
        take(CommandOperand(name: "PROGRAM", value: .program, count: 0...1)) + files(atLeast: 0)
    }

    /// The name of a source, stage or sink; empty if it is missing, which is a fault.
    mutating func component() -> String { take(CommandOperand(name: "NAME", value: .component, count: 1...1)).first ?? "" }

    /// The name of a command, or nil.
    mutating func optionalCommand() -> String? { take(CommandOperand(name: "COMMAND", value: .command, count: 0...1)).first }

    /// Declares an operand that is one of the cases of an enum.
    ///
    /// - Parameters:
    ///   - isRequired: Whether a missing word is a fault.
    ///   - hidden: Cases that neither help nor an error shows.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable>(
        of type: Choice.Type = Choice.self, isRequired: Bool, hiding hidden: [Choice] = []
    ) -> Choice? {
        let shown = Choice.allCases.filter { !hidden.contains($0) }.map(\.rawValue)
        let operand = CommandOperand(name: shown.joined(separator: "|"), value: .choice(shown), count: (isRequired ? 1 : 0)...1)
        guard let word = take(operand).first else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        let list = shown.dropLast().joined(separator: ", ") + " or " + (shown.last ?? "")
        complain("expected \(list), found \"\(word.printable)\"\(DidYouMean.hint(for: word, in: shown))")
        return nil
    }
}
