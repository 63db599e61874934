/// A list of phrases, prepared for prefix checks on the bytes of lines.
struct QuotePhrases: Sendable {
    private let phrases: [[UInt8]]
    private let texts: [String]
    /// For each byte value, whether a phrase begins with it.
    private let firstBytes: [Bool]
    /// The bytes at the start of a line that decide. In other normalization forms a phrase has up to three times its bytes.
    private let maxBytes: Int

    init(_ phrases: [String]) {
        texts = phrases
        self.phrases = phrases.map { Array($0.utf8) }
        maxBytes = 3 * (self.phrases.map(\.count).max() ?? 0) + 4
        var firstBytes = [Bool](repeating: false, count: 256)
        for phrase in self.phrases { if let first = phrase.first { firstBytes[Int(first)] = true } }
        self.firstBytes = firstBytes
    }

    /// Whether a trimmed line begins with one of the phrases.
    func matchesPrefix(of line: QuoteLine) -> Bool {
        guard let first = line.firstByte else { return false }
        // Other characters than ASCII have several Unicode normalization forms, which only strings compare as equal.
        guard line.isASCII else {
            let start = line.trimmedStart(bytes: maxBytes)
            return texts.contains(where: start.hasPrefix)
        }
        return firstBytes[Int(first)] && phrases.contains(where: line.trimmedHasPrefix)
    }
}

/// A list of phrases that are searched for anywhere in a text, in one pass over its bytes.
struct PhraseSearch: Sendable {
    /// The phrases that begin with each byte.
    private let phrases: [[[UInt8]]]

    init(_ phrases: [String]) {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases {
            let bytes = Array(phrase.utf8)
            if let first = bytes.first { table[Int(first)].append(bytes) }
        }
        self.phrases = table
    }

    /// Whether one of the phrases occurs in a text.
    func occurs(in text: [UInt8]) -> Bool {
        text.indices.contains { index in
            phrases[Int(text[index])].contains { text[index...].starts(with: $0) }
        }
    }
}
