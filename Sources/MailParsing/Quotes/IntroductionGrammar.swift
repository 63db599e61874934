/// Recognizes the introduction of a quote as a sequence of parts: date, name, address, verb.
///
/// Programs write them in different orders and with small words between them: `On DATE, NAME <ADDRESS> wrote`, `NAME <ADDRESS> schrieb am
/// DATE`, `DATE NAME <ADDRESS>`. A line is an introduction only if every word of it is one of these parts. Sentences have other words, too.
struct IntroductionGrammar {
    private enum Part: Character { case date = "D", name = "N", address = "A", verb = "V" }

    /// The name of the sender; nil if there is only an address.
    private(set) var name: String?
    /// The address of the sender.
    private(set) var address: String?
    /// The date as the program has written it.
    private(set) var date: String?
    /// Whether the line has a verb: `wrote`.
    let hasVerb: Bool
    /// Whether the line has a time of day.
    let hasTime: Bool
    /// Whether the line has a day with its month and year.
    let hasDate: Bool
    /// Whether a date comes first.
    let beginsWithDate: Bool

    /// The orders of the parts that programs write.
    private static let orders: Set<String> = [
        "DNV", "DNAV", "DAV", "DANV", "DVN", "DVNA", "DVA", "DVNV", "DVNAV", "DNA", "DA", "DN", "NAV", "AV", "ANV", "NAVD", "NVD", "AVD",
        "NAD", "VNA", "VA", "VNAD", "VNAVD", "VAD", "NADV", "ADV", "NDV", "NAVDV", "AVDV", "NVDV", "NV",
    ]
    private static let maximumNameWords = 8

    /// Reads a line; nil if it is no introduction.
    ///
    /// - Parameters:
    ///   - line: The line in its own case, without quote marks around it.
    ///   - isDashed: Whether dashes are around it, so that a name and a verb are enough.
    ///   - hasArrows: Whether arrows are around it, so that a name and a date with time are enough.
    init?(_ line: String, isDashed: Bool = false, hasArrows: Bool = false) {
        let line = IntroductionTokens(line)
        let tokens = line.tokens
        guard (2...Self.maximumTokens).contains(tokens.count) else { return nil }
        var reader = Reader(tokens)
        guard reader.read() else { return nil }
        let parts = reader.parts
        let order = String(parts.map(\.rawValue))
        guard Self.orders.contains(order) || hasArrows && order == "ND" else { return nil }
        hasVerb = parts.contains(.verb)
        beginsWithDate = parts.first == .date
        let patterns = DatePatterns(reader.date.joined(separator: " "))
        hasTime = patterns.hasTime
        hasDate = patterns.hasNumericDate || patterns.hasYear || reader.hasSpacedDate
        guard !parts.contains(.date) || hasDate || reader.hasMonth && patterns.hasTime else { return nil }
        guard parts.contains(.address) || hasDate || isDashed && reader.hasCapitalName else { return nil }
        // Without a verb, only programs write all the rest.
        let isWhole = hasDate && parts.contains(.address) && (beginsWithDate || hasTime)
        guard hasVerb || isWhole || hasDate && hasTime && (reader.hasZone || hasArrows) else { return nil }
        guard Self.isName(reader.name, isTold: hasVerb && hasTime && hasDate && !parts.contains(.address)) else {
            return nil
        }
        name = reader.name.isEmpty ? nil : reader.name.joined(separator: " ")
        address = reader.address
        date = reader.dateTokens.map(line.text)
    }

    private static let maximumTokens = 40
    /// The polite words for the recipient.
    private static let recipients: Set<String> = ["you", "sie", "vous", "usted", "вы", "ви", "u"]

    /// Whether words may be the name of a sender.
    ///
    /// - Parameter isTold: Whether the name may be the recipient, as The Bat and Eudora write it: `At 3/4/2023 10:00, you wrote`.
    private static func isName(_ words: [String], isTold: Bool) -> Bool {
        guard words.count <= maximumNameWords else { return false }
        guard let first = words.first?.lowercased(), let last = words.last?.lowercased() else { return true }
        if isTold, words.count == 1, recipients.contains(first) { return words[0] != "sie" }
        for word in [first, last] where QuoteWords.pronouns.contains(word) { return false }
        if QuoteWords.articles.contains(first), words.count == 1 || words[1].first?.isLowercase == true { return false }
        if words.contains(where: { QuoteWords.conjunctions.contains($0.lowercased()) }) { return false }
        // One or two words may be the name of an account; more are a name only if they have capitals, where there are capitals.
        return words.count { $0.first?.isLowercase == true && IntroductionWords.kinds(of: $0).isDisjoint(with: .inName) } <= 1
    }

    /// Puts the tokens into parts.
    private struct Reader {
        private let tokens: [IntroductionTokens.Token]
        var parts: [Part] = []
        var name: [String] = []
        var date: [String] = []
        /// The first and the last token of the date.
        var dateTokens: ClosedRange<Int>?
        var address: String?
        var hasMonth = false
        var hasZone = false
        /// Whether the date is three numbers with spaces between them: `03. 05. 26`.
        var hasSpacedDate: Bool {
            date.indices.dropLast(2).contains { index in
                date[index..<index + 3].allSatisfy { $0.utf8.count <= 2 && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
            }
        }
        /// Whether all words of the name have capitals.
        var hasCapitalName: Bool { name.allSatisfy { $0.first?.isUppercase == true } }
        /// Small words that belong to the part before or after them.
        private var pending: [Substring] = []

        init(_ tokens: [IntroductionTokens.Token]) { self.tokens = tokens }

        /// Whether every token is a part of an introduction.
        mutating func read() -> Bool {
            for (index, token) in tokens.enumerated() {
                switch token.kind {
                case .address:
                    guard begin(.address) else { return false }
                    address = address ?? bare(token.text)
                case .number:
                    guard begin(.date) else { return false }
                    addDate(digits(token.text), index)
                case .quoted:
                    guard begin(.name) else { return false }
                    name.append(String(token.text))
                case .word(let kinds):
                    guard read(token, kinds, at: index) else { return false }
                }
            }
            return true
        }

        private mutating func read(_ token: IntroductionTokens.Token, _ kinds: IntroductionWords.Kinds, at index: Int) -> Bool {
            let isCapital = token.text.first?.isUppercase == true
            if kinds.contains(.verb), !(isCapital && parts.last == .name) { return begin(.verb) }
            // German "am" begins a date; English "am" stands behind a time.
            let isOpener = dateTokens == nil && kinds.contains(.glue) && kinds.isDisjoint(with: [.month, .weekday])
            if kinds.isDate, !isOpener, isBesideNumber(index) {
                guard begin(.date) else { return false }
                if kinds.contains(.month) { hasMonth = true }
                if kinds == .clock { hasZone = true }
                addDate(String(token.text), index)
                return true
            }
            if kinds.contains(.glue) || kinds.contains(.inName) && !isCapital {
                // "de" inside of a name belongs to it.
                pending.append(token.text)
                return true
            }
            // All the letters of a time zone are capitals.
            if parts.last == .date, token.text.count <= 5, token.text.allSatisfy({ $0.isASCII && $0.isUppercase }), index > 0,
                tokens[index - 1].kind == .number, tokens[index - 1].text.contains(":"), pending.isEmpty, token.text.count >= 3
            {
                hasZone = true
                addDate(String(token.text), index)
                return true
            }
            guard begin(.name) else { return false }
            name.append(String(token.text))
            return true
        }

        private mutating func addDate(_ text: String, _ index: Int) {
            date.append(text)
            dateTokens = (dateTokens?.lowerBound ?? index)...index
        }

        /// Whether a date word stands beside a number, with nothing but date words and small words between them.
        private func isBesideNumber(_ index: Int) -> Bool {
            func reaches(_ others: some Sequence<Int>) -> Bool {
                for other in others {
                    switch tokens[other].kind {
                    case .number: return true
                    case .word(let kinds) where kinds.isDate || kinds.contains(.glue): continue
                    default: return false
                    }
                }
                return false
            }
            let near = 4
            return reaches((max(0, index - near)..<index).reversed()) || reaches(index + 1..<min(tokens.count, index + 1 + near))
        }

        /// Begins a part, or goes on with it; false if the part may not come here.
        private mutating func begin(_ part: Part) -> Bool {
            defer { pending = [] }
            if parts.last == part {
                if part == .name {
                    // A small word between two names belongs to the name only if names have such words.
                    guard pending.allSatisfy({ Self.isInName($0) }) else { return false }
                    name += pending.map(String.init)
                }
                return true
            }
            if part != .verb, parts.contains(part) { return false }
            if part == .name, let article = pending.last, Self.isInName(article), article.first?.isUppercase == true {
                name.append(String(article))
            }
            parts.append(part)
            return parts.count <= 6
        }

        private static func isInName(_ word: Substring) -> Bool {
            IntroductionWords.kinds(of: word.lowercased()).contains(.inName) || word.first.map { $0 >= "\u{3040}" } ?? false
        }

        private func bare(_ address: Substring) -> String {
            let words = address.split { "<>()[]\" ".contains($0) || $0.isWhitespace }
            let word = words.first { $0.contains("@") } ?? address
            return word.lowercased().hasPrefix("mailto:") ? String(word.dropFirst(7)) : String(word)
        }

        /// A number with the digits of ASCII.
        private func digits(_ text: Substring) -> String {
            String(text.map { $0.isASCII ? $0 : $0.wholeNumberValue.map { Character(String($0)) } ?? $0 })
        }
    }
}
