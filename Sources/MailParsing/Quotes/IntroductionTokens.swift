/// The parts of a line that may introduce a quote: numbers, words, addresses.
struct IntroductionTokens {
    struct Token {
        enum Kind: Equatable {
            case address
            /// A date, a part of one, a time or a time zone, in digits.
            case number
            /// A word with what it may be.
            case word(IntroductionWords.Kinds)
            /// Words between quotation marks, which are a name.
            case quoted
        }

        let kind: Kind
        let text: Substring
        /// The place of the token in the line, in characters.
        let range: Range<Int>
        /// Whether the address is in brackets.
        var isBracketed = false
    }

    private(set) var tokens: [Token] = []
    private let line: [Character]

    /// The text from one token to another, as it is written.
    func text(_ range: ClosedRange<Int>) -> String {
        String(line[tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound].range.upperBound])
    }

    /// The limit of an address or a quoted name, in characters.
    private static let longestQuoted = 200
    private static let openers: [Character: Character] = ["<": ">", "(": ")", "[": "]", "〈": "〉", "（": "）"]
    private static let quotationMarks: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»", "”": "”"]

    /// Reads a line, in its own case.
    init(_ text: String) {
        line = Array(text)
        var index = 0
        while index < line.count { index = read(at: index) }
    }

    /// Reads the token at an index, and returns the index after it.
    private mutating func read(at index: Int) -> Int {
        let character = line[index]
        if let close = Self.openers[character], let end = closing(close, from: index) {
            if line[index..<end].contains("@") {
                add(.address, index..<end, isBracketed: true)
                return end + 1
            }
            return index + 1
        }
        if let close = Self.quotationMarks[character], let end = closing(close, from: index), end > index + 1 {
            add(line[index..<end].contains("@") ? .address : .quoted, index + 1..<end)
            return end + 1
        }
        if character.isNumber { return number(at: index) }
        guard character.isLetter || character == "@" || character == "_" else { return index + 1 }
        if character == "m", line[index...].starts(with: "mailto:") { return index + 7 }
        return Self.isUnspaced(character) ? unspacedWord(at: index) : word(at: index)
    }

    private func closing(_ close: Character, from start: Int) -> Int? {
        line[..<min(line.count, start + Self.longestQuoted)][(start + 1)...].firstIndex(of: close)
    }

    private mutating func number(at start: Int) -> Int {
        // An address may begin with a digit.
        if let end = addressEnd(from: start) {
            add(.address, start..<end)
            return end
        }
        var end = start
        while end < line.count {
            let next = line[end]
            let isJoined = end + 1 < line.count && line[end + 1].isNumber && ":/.-".contains(next)
            guard next.isNumber || isJoined else { break }
            end += 1
        }
        add(.number, start..<end)
        return end
    }

    private mutating func word(at start: Int) -> Int {
        if let end = addressEnd(from: start) {
            add(.address, start..<end)
            return end
        }
        var end = start
        while end < line.count, Self.isInWord(line[end]) || line[end] == "(" {
            if line[end] == "(" {
                // For example: napisał(a). A bracket with more is no part of the word.
                guard let close = closing(")", from: end), close - end <= 4, line[end + 1..<close].allSatisfy({ $0.isLetter || $0 == "-" })
                else { break }
                end = close
            }
            if Self.isUnspaced(line[end]), !Self.isUnspaced(line[start]) { break }
            end += 1
        }
        var last = end
        while last > start + 1, "-.'’/׳".contains(line[last - 1]) { last -= 1 }
        let word = String(line[start..<last]).lowercased()
        add(.word(IntroductionWords.kinds(of: word)), start..<last)
        return max(end, start + 1)
    }

    /// Reads words of a language without spaces. What is between the known ones is a name.
    private mutating func unspacedWord(at start: Int) -> Int {
        var end = start
        while end < line.count, Self.isUnspaced(line[end]) {
            let found = (IntroductionWords.unspaced[line[end]] ?? []).first { line[end...].starts(with: $0.word) }
            if let found {
                if end > start {
                    add(.word([]), start..<end)
                    return end
                }
                add(.word(found.kinds), start..<start + found.word.count)
                return start + found.word.count
            }
            end += 1
        }
        add(.word([]), start..<end)
        return end
    }

    private mutating func add(_ kind: Token.Kind, _ range: Range<Int>, isBracketed: Bool = false) {
        let text = Substring(String(line[range]))
        // An address is often written twice: <otto@example.org <mailto:otto@example.org>>
        if kind == .address, tokens.last?.kind == .address {
            if isBracketed { tokens[tokens.count - 1].isBracketed = true }
            return
        }
        tokens.append(Token(kind: kind, text: text, range: range, isBracketed: isBracketed))
    }

    /// The end of a mail address without brackets that begins at an index; nil if none does.
    private func addressEnd(from start: Int) -> Int? {
        var end = start
        var hasAt = false
        while end < line.count, end - start < Self.longestQuoted, !line[end].isWhitespace, !"<>()[],;:\"".contains(line[end]) {
            if line[end] == "@" { hasAt = true }
            end += 1
        }
        return hasAt && end - start > 3 ? end : nil
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || "-.'’_/׳\u{200C}".contains(character) || character.isNumber && !character.isASCII
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .nonspacingMark }
    }

    /// Whether a character is of a script that is written without spaces between words.
    private static func isUnspaced(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return value >= 0x3040 && value < 0x3100 || value >= 0x3400 && value < 0xA000 || value == 0x3005
    }
}
