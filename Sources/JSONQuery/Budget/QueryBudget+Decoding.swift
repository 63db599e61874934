import JSONParsing

/// Decodes large values in pieces. Between two pieces it charges the run, so that the run notices a stop.
extension QueryBudget {
    /// Children of a container that are decoded between two charges.
    private static var piece: Int { 1 << 12 }
    /// Length in bytes from which containers are decoded in pieces.
    private static var largeText: Int { 1 << 16 }

    /// One level of a value. Charges for long texts.
    func decoded(_ value: JSONValue) throws -> JSONValue {
        guard case .text(let text) = value, text.count >= Self.longText else { return try value.decoded() }
        try charge(bytes: text.count)
        return text.count < Self.largeText ? try value.decoded() : try decoded(large: text)
    }

    /// One level of a large array or object. Other values stay as they are: most functions decode them, some do not need to.
    func decodedIfLarge(_ value: JSONValue) throws -> JSONValue {
        guard case .text(let text) = value, text.count >= Self.largeText else { return value }
        return try decoded(large: text)
    }

    /// The elements of an array; none for other values.
    func elements(of value: JSONValue) throws -> [JSONValue] {
        guard case .array(let elements) = try decoded(value) else { return [] }
        return elements
    }

    /// Charges for the lookup of a member. If the program looks up members of the same text often, decodes the text once.
    ///
    /// - Returns: The value to look the member up in.
    @inline(__always)
    func looked(into value: JSONValue) throws -> JSONValue {
        guard case .text(let text) = value, text.count >= Self.longText else { return value }
        return try looked(into: value, text)
    }

    private func looked(into value: JSONValue, _ text: JSONText) throws -> JSONValue {
        if text.count >= DecodedTextCache.leastBytes {
            switch decodedTexts.look(into: text) {
            case .decoded(let known): return known
            case .wantsDecoding:
                do {
                    let found = try decoded(large: text)
                    decodedTexts.remember(found, of: text)
                    return found
                } catch is JSONError {
                    decodedTexts.remember(nil, of: text)
                }
            case .undecoded: break
            }
        }
        try charge(bytes: text.count)
        // An element of a large array is found by decoding it.
        return text.kind == .array ? try decoded(value) : value
    }

    private func decoded(large text: JSONText) throws -> JSONValue {
        guard var decoder = JSONLevelDecoder(text) else { return try JSONValue.text(text).decoded() }
        while true {
            if let value = try decoder.decode(Self.piece) { return value }
            try steps(Self.piece >> 2)
        }
    }
}

/// Caches large undecoded values in which a program often looks up members, such as `$table[.id]` in a loop. After a few lookups a value is
/// decoded, because each lookup in undecoded text scans all of it.
struct DecodedTextCache {
    /// Length in bytes from which values are cached.
    static let leastBytes = 1 << 13
    /// Maximum number of cached values.
    private static let capacity = 4
    /// Number of lookups in an object before it is decoded. Decoding takes as long as many scans.
    private static let looksBeforeDecoding = 16

    private struct Entry {
        let text: JSONText
        var looks = 0
        var value: JSONValue?
        /// Whether the value can be decoded. An object with duplicate keys cannot, but lookups of its other keys must not fail.
        var isDecodable = true
    }

    private var entries: [Entry] = []

    /// What the cache answers to a lookup: the decoded value, a request to decode the text, or neither.
    enum Outcome {
        case decoded(JSONValue)
        case wantsDecoding
        case undecoded
    }

    /// Counts a lookup in a text.
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
