/// Steps from value to value inside an array or object that was checked and holds no white space outside strings.
struct JSONCursor {
    private var position: Int
    private let end: Int

    /// - Parameters:
    ///   - range: Where the array or object stands, brackets included.
    ///   - start: Its first byte.
    init(inside range: Range<Int>, at start: Int) {
        position = start + 1
        end = range.upperBound - 1
    }

    /// The range of the next key, value or element; nil at the end. Keys and values of an object come in turn.
    mutating func nextValue(in bytes: Span<UInt8>) -> Range<Int>? {
        guard position < end else { return nil }
        let start = position
        position = Self.endOfValue(at: start, to: end, in: bytes)
        let found = start..<position
        position &+= 1  // the comma or colon, or the closing bracket
        return found
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
