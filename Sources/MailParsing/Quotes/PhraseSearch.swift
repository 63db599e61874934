internal import HTMLParsing

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
