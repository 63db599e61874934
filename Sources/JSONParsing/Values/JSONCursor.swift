/// Steps from value to value inside an array or object that was checked: by the entries of its index where there is one
/// (``JSONItemIndex``), otherwise, where there is no white space between tokens, from byte to byte.
struct JSONCursor {
    /// Where a key, value or element stands.
    struct Place {
        let start: Int
        let end: Int
        /// Where its entry of the index stands; 0 if there is none.
        let index: Int

        var range: Range<Int> { start..<end }
    }

    /// The next byte, or the next entry of the index.
    private var position: Int
    private let end: Int
    private let isIndexed: Bool

    /// - Parameter text: An array or object.
    init(inside text: JSONText) {
        isIndexed = text.index > 0
        if isIndexed {
            position = Int(text.index) + JSONItemIndex.entryBytes
            end = JSONItemIndex.entry(at: Int(text.index), in: text.bytes.span).nextSibling
        } else {
            position = text.range.lowerBound + 1
            end = text.range.upperBound - 1
        }
    }

    /// The place of the next key, value or element; nil at the end. Keys and values of an object come in turn.
    @inline(__always)
    mutating func nextValue(in bytes: Span<UInt8>) -> Place? {
        guard position < end else { return nil }
        if isIndexed {
            let entry = JSONItemIndex.entry(at: position, in: bytes)
            defer { position = entry.nextSibling }
            return Place(start: entry.start, end: entry.end, index: position)
        }
        let start = position
        let valueEnd = Self.endOfValue(at: start, to: end, in: bytes)
        position = valueEnd &+ 1  // the comma or colon, or the closing bracket
        return Place(start: start, end: valueEnd, index: 0)
    }

    /// The places of the next key and its value; nil at the end of the object.
    @inline(__always)
    mutating func nextMember(in bytes: Span<UInt8>) -> (key: Place, value: Place)? {
        guard let key = nextValue(in: bytes), let value = nextValue(in: bytes) else { return nil }
        return (key, value)
    }

    /// The places of the next key that is as long as it has to be, and of its value; nil at the end of the object.
    ///
    /// - Parameter keyBytes: How long the key is, quotation marks included. Escapes may make it longer.
    /// - Returns: Also whether there may be an escape.
    @inline(__always)
    mutating func nextMember(in bytes: Span<UInt8>, keyBytes: Int) -> (key: Place, value: Place, mayContainEscape: Bool)? {
        while position < end {
            if isIndexed {
                // The text is not looked at for keys of another length: it is further away than the index.
                let keyIndex = position
                let valueIndex = keyIndex &+ JSONItemIndex.entryBytes
                let key = JSONItemIndex.entry(at: keyIndex, in: bytes)
                let value = JSONItemIndex.entry(at: valueIndex, in: bytes)
                position = value.nextSibling
                let count = key.end &- key.start
                guard count == keyBytes || key.mayContainEscape && count > keyBytes else { continue }
                return (
                    Place(start: key.start, end: key.end, index: keyIndex), Place(start: value.start, end: value.end, index: valueIndex),
                    key.mayContainEscape
                )
            }
            guard let (key, value) = nextMember(in: bytes) else { return nil }
            if key.end &- key.start >= keyBytes { return (key, value, true) }
        }
        return nil
    }

    /// One past the last byte of the value that begins at `start`.
    private static func endOfValue(at start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        switch bytes[start] {
        case UInt8(ascii: "\""): return endOfString(at: start, in: bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var depth = 0
            var position = start
            repeat {
                switch bytes[position] {
                case UInt8(ascii: "\""):
                    position = endOfString(at: position, in: bytes)
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth &-= 1
                default: break
                }
                position &+= 1
            } while depth > 0
            return position
        default:
            var position = start
            while position < end, bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: ":") { position &+= 1 }
            return position
        }
    }

    static func endOfString(at start: Int, in bytes: Span<UInt8>) -> Int {
        var position = start &+ 1
        while true {
            position = firstQuoteOrBackslash(from: position, to: bytes.count, in: bytes)
            if bytes[position] == UInt8(ascii: "\"") { return position &+ 1 }
            position &+= 2  // a backslash and what it escapes
        }
    }
}
