import JSONParsing

/// The large undecoded values that a program looks into again and again, such as `$table[.id]` in a loop. After a few looks they are decoded
/// once, because each look into a text scans all of it.
struct DecodedTexts {
    /// Length in bytes from which values are remembered.
    static let leastBytes = 1 << 13
    /// How many values are remembered.
    private static let capacity = 4
    /// Looks into an object before it is decoded. Decoding takes as long as many scans.
    private static let looksBeforeDecoding = 16

    private struct Entry {
        let text: JSONText
        var looks = 0
        var value: JSONValue?
        /// Whether to decode it: not if it has a key twice, because a look at another key is no error.
        var isDecodable = true
    }

    private var entries: [Entry] = []

    /// What a look remembers of its text.
    enum Outcome {
        case decoded(JSONValue)
        case wantsDecoding
        case undecoded
    }

    /// Counts a look into a text.
    mutating func look(into text: JSONText) -> Outcome {
        guard let place = entries.firstIndex(where: { $0.text.isSamePlace(as: text) }) else {
            if entries.count == Self.capacity { entries.removeFirst() }
            entries.append(Entry(text: text))
            return .undecoded
        }
        if let value = entries[place].value { return .decoded(value) }
        entries[place].looks += 1
        let isWanted = entries[place].isDecodable && (text.kind == .array || entries[place].looks >= Self.looksBeforeDecoding)
        return isWanted ? .wantsDecoding : .undecoded
    }

    /// Remembers the value of a text; nil if it cannot be decoded.
    mutating func remember(_ value: JSONValue?, of text: JSONText) {
        guard let place = entries.firstIndex(where: { $0.text.isSamePlace(as: text) }) else { return }
        entries[place].value = value
        entries[place].isDecodable = value != nil
    }
}
