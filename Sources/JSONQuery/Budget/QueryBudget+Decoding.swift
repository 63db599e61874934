import JSONParsing

/// Decoding of large values, piece by piece, so that the run is charged and notices a stop.
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

    /// Charges for a look into a value. If the program looks into the same text again and again, it is decoded once.
    ///
    /// - Returns: The value to look into.
    @inline(__always)
    func looked(into value: JSONValue) throws -> JSONValue {
        guard case .text(let text) = value, text.count >= Self.longText else { return value }
        return try looked(into: value, text)
    }

    private func looked(into value: JSONValue, _ text: JSONText) throws -> JSONValue {
        if text.count >= DecodedTexts.leastBytes {
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
