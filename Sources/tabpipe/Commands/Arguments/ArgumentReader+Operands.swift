internal import Pipeline

/// Operands by their kind.
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

    /// Words that a completion script hands over.
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

    /// One of the cases of an enum.
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
