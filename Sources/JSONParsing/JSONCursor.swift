/// Steps from value to value inside an array or object that was checked: by the entries of its index where there is one
/// (``JSONItemIndex``), otherwise, where there is no white space between tokens, from byte to byte.
struct JSONCursor {
    /// The next byte, or the next entry of the index.
    private var position: Int
    private let end: Int
    private let isIndexed: Bool

    /// - Parameter text: An array or object.
    init(inside text: JSONText) {
        isIndexed = text.index > 0
        if isIndexed {
            position = Int(text.index) + JSONItemIndex.entryBytes
            end = Int(word32(at: Int(text.index) + 8, in: text.bytes.span))
        } else {
            position = text.range.lowerBound + 1
            end = text.range.upperBound - 1
        }
    }

    /// The place of the next key, value or element; nil at the end. Keys and values of an object come in turn.
    ///
    /// - Returns: Where it stands, and where its index does (0 for none).
    @inline(__always)
    mutating func nextValue(in bytes: Span<UInt8>) -> (range: Range<Int>, index: Int)? {
        guard position < end else { return nil }
        if isIndexed {
            let entry = position
            position = Int(word32(at: entry &+ 8, in: bytes))
            let range = Int(word32(at: entry, in: bytes))..<Int(word32(at: entry &+ 4, in: bytes))
            return (range, entry)
        }
        let start = position
        position = Self.endOfValue(at: start, to: end, in: bytes)
        let found = start..<position
        position &+= 1  // the comma or colon, or the closing bracket
        return (found, 0)
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
            position = endOfQuotedRun(from: position, to: bytes.count, in: bytes)
            if bytes[position] == UInt8(ascii: "\"") { return position &+ 1 }
            position &+= 2  // a backslash and what it escapes
        }
    }
}
