/// Iterates over the values in a validated array or object. Uses the index (``JSONItemIndex``) if there is one; otherwise scans
/// the bytes, which then have no white space between tokens.
struct JSONCursor {
    /// The offsets of a key, value or element.
    struct ValueOffsets {
        let start: Int
        let end: Int
        /// The offset of its index entry; 0 without an index.
        let index: Int

        var range: Range<Int> { start..<end }
    }

    /// The offset of the next byte, or of the next index entry.
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

    /// Returns the next key, value or element; nil at the end. Keys and values of an object alternate.
    @inline(__always)
    mutating func nextValue(in bytes: Span<UInt8>) -> ValueOffsets? {
        guard position < end else { return nil }
        if isIndexed {
            let entry = JSONItemIndex.entry(at: position, in: bytes)
            defer { position = entry.nextSibling }
            return ValueOffsets(start: entry.start, end: entry.end, index: position)
        }
        let start = position
        let valueEnd = Self.endOfValue(at: start, to: end, in: bytes)
        position = valueEnd &+ 1  // the comma or colon, or the closing bracket
        return ValueOffsets(start: start, end: valueEnd, index: 0)
    }

    /// Returns the next key and its value; nil at the end of the object.
    @inline(__always)
    mutating func nextMember(in bytes: Span<UInt8>) -> (key: ValueOffsets, value: ValueOffsets)? {
        guard let key = nextValue(in: bytes), let value = nextValue(in: bytes) else { return nil }
        return (key, value)
    }

    /// Returns the next key that may match by its length, and its value; nil at the end of the object.
    ///
    /// - Parameter keyBytes: The length of the wanted key with quotation marks, in bytes. A key with escapes may be longer.
    /// - Returns: The key, its value, and whether the key may contain an escape.
    @inline(__always)
    mutating func nextMember(in bytes: Span<UInt8>, keyBytes: Int) -> (key: ValueOffsets, value: ValueOffsets, mayContainEscape: Bool)? {
        while position < end {
            if isIndexed {
                // Keys of another length are skipped by the index alone: their text is farther away in memory.
                let keyIndex = position
                let valueIndex = keyIndex &+ JSONItemIndex.entryBytes
                let key = JSONItemIndex.entry(at: keyIndex, in: bytes)
                let value = JSONItemIndex.entry(at: valueIndex, in: bytes)
                position = value.nextSibling
                let count = key.end &- key.start
                guard count == keyBytes || key.mayContainEscape && count > keyBytes else { continue }
                return (
                    ValueOffsets(start: key.start, end: key.end, index: keyIndex),
                    ValueOffsets(start: value.start, end: value.end, index: valueIndex),
                    key.mayContainEscape
                )
            }
            guard let (key, value) = nextMember(in: bytes) else { return nil }
            if key.end &- key.start >= keyBytes { return (key, value, true) }
        }
        return nil
    }

    /// Returns the offset after the value that begins at `start`.
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

    /// Returns the offset after the string that begins at `start`.
    static func endOfString(at start: Int, in bytes: Span<UInt8>) -> Int {
        var position = start &+ 1
        while true {
            position = firstQuoteOrBackslash(from: position, to: bytes.count, in: bytes)
            if bytes[position] == UInt8(ascii: "\"") { return position &+ 1 }
            position &+= 2  // a backslash and what it escapes
        }
    }
}
