extension JSONWriter {
    /// Fast path for an object whose values are undecoded, numbers or short strings.
    ///
    /// Reserves memory once, for the worst case, and then only copies bytes. The compiler can thus omit a retain and release per
    /// member.
    ///
    /// - Returns: false if the object has other values; nothing is written then.
    mutating func writeFlatObject(_ members: Span<JSONObject.Member>) -> Bool {
        var room = 2
        for place in members.indices {
            let undecoded = members[place].value.undecodedByteCount
            let keyBytes = members[place].key.utf8.count
            guard keyBytes <= Self.pieceBytes, let value = undecoded > 0 ? undecoded : Self.maxByteCount(of: members, at: place) else {
                return false
            }
            room &+= value &+ OutputSpan.maxEscapeBytes &* keyBytes &+ 4
        }
        bytes.makeRoom(for: room)
        bytes.append(addingCapacity: room) { output in
            output.append(UInt8(ascii: "{"))
            for place in members.indices {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                output.appendQuoted(members[place].key.utf8.span)
                output.append(UInt8(ascii: ":"))
                switch members[place].value {
                case .null: output.append("null".utf8.span)
                case .bool(let bool): output.append((bool ? "true" : "false").utf8.span)
                case .number(let number): output.append(number.text.utf8.span)
                case .string(let string): output.appendQuoted(string.utf8.span)
                case .text(let text):
                    if text.hasWhitespace { text.appendCompact(to: &output) } else { output.append(text.bytes.span, text.range) }
                case .array, .object: break
                }
            }
            output.append(UInt8(ascii: "}"))
        }
        return true
    }

    /// Returns an upper bound of the value's length in bytes; nil for a decoded array or object or a long string.
    private static func maxByteCount(of members: Span<JSONObject.Member>, at place: Int) -> Int? {
        switch members[place].value {
        case .null, .bool: 5
        case .number(let number): number.maxTextBytes
        case .string(let string): string.utf8.count <= pieceBytes ? OutputSpan.maxEscapeBytes * string.utf8.count + 2 : nil
        case .text(let text): text.count
        case .array, .object: nil
        }
    }
}
