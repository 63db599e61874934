import JSONParsing

/// The words of a text: letters, digits and their marks. An apostrophe, a hyphen or a dot between two of them belongs to the word.
enum WordSplitter {
    private static let joiners: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "\u{2010}", "\u{2011}", ".", ",", "\u{B7}"]

    static func words(of text: String, _ budget: QueryBudget) throws -> [JSONValue] {
        var words: [JSONValue] = []
        var word = String.UnicodeScalarView()
        var joiner: Unicode.Scalar?
        var count = 0
        // Length of `word` in UTF-8 bytes. Counting it in the view would take linear time.
        var length = 0
        func end() throws {
            guard !word.isEmpty else { return }
            try budget.allocate(MemorySize.string(length))
            try budget.append(.string(String(word)), to: &words)
            word = String.UnicodeScalarView()
            length = 0
        }
        for scalar in text.unicodeScalars {
            count += 1
            if count & 0x1F == 0 { try budget.steps(0x10) }
            if isInWord(scalar, isFirst: word.isEmpty) {
                if let joiner { word.append(joiner) }
                joiner = nil
                word.append(scalar)
                length += UTF8.width(scalar)
                if count & (QueryBudget.blockBytes - 1) == 0 { try budget.checkRoom(for: 4 * length) }
            } else if !word.isEmpty, joiner == nil, joiners.contains(scalar), mayJoin(scalar, word) {
                joiner = scalar
            } else {
                joiner = nil
                try end()
            }
        }
        try end()
        return words
    }

    /// Dots and commas join digits only.
    private static func mayJoin(_ joiner: Unicode.Scalar, _ word: String.UnicodeScalarView) -> Bool {
        guard joiner == "." || joiner == ",", let last = word.last else { return true }
        return last.properties.generalCategory == .decimalNumber
    }

    private static func isInWord(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            return Lexer.startsName(byte) || Lexer.isDigit(byte)
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber:
            return true
        case .nonspacingMark, .spacingMark, .enclosingMark: return !isFirst
        case .format: return !isFirst && (scalar == "\u{200C}" || scalar == "\u{200D}")
        default: return false
        }
    }
}
