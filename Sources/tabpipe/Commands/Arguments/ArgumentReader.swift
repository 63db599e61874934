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
    ///   - expectation: What an error says was expected.
    ///   - convert: Reads a value; nil if the text is none.
    /// - Returns: The values in their order, without the faulty ones.
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

    /// Declares an option without a converted value, and returns its uses.
    mutating func uses(of option: CommandOption) -> [CommandWords.Use] {
        options.append(option)
        return words.uses.filter { $0.name == option.name }
    }

    /// Returns the last use of any of some declared options; nil if none is used.
    func lastUse(of names: [String]) -> CommandWords.Use? { words.uses.last { names.contains($0.name) } }

    /// Returns the last use of any of some declared options in front of an operand; nil if there is none.
    ///
    /// - Parameter operand: The number of the operand, counted from 0.
    func lastUse(of names: [String], beforeOperand operand: Int) -> CommandWords.Use? {
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
