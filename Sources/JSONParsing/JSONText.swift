/// A JSON value that was checked but not decoded: a piece of a buffer that many values share.
///
/// The bytes hold no white space outside strings. Copying one copies a reference and two numbers.
public struct JSONText: Sendable {
    let bytes: [UInt8]
    let start: Int32
    /// The end; a negative number is the complement of the end, and says that the last of equal keys wins.
    private let markedEnd: Int32
    /// Where the entry of an array or object stands in the buffer (``JSONItemIndex``); 0 if there is none.
    let index: Int32

    /// Wraps a piece of a buffer.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds checked JSON without white space outside strings.
    ///   - range: Where the value stands in it. Buffers of more than 2 GiB - 1 are not supported.
    ///   - lastKeyWins: Whether decoding an object with equal keys keeps the last of them; otherwise it is an error.
    ///   - index: Where the buffer holds the entry of the value in an index; 0 for nowhere.
    package init(checked bytes: [UInt8], range: Range<Int>, lastKeyWins: Bool = false, index: Int = 0) {
        self.bytes = bytes
        self.index = Int32(index)
        self.start = Int32(range.lowerBound)
        let end = Int32(range.upperBound)
        self.markedEnd = lastKeyWins ? ~end : end
    }

    /// The text of a value; no copy of one that was never decoded.
    ///
    /// - Parameters:
    ///   - value: Any value; it may have grown while it was worked on.
    ///   - maxBytes: How long its text may be.
    /// - Throws: ``JSONError/Reason/tooLarge(limit:)``.
    package init(_ value: JSONValue, maxBytes: Int = JSONLimits.greatestValueBytes) throws(JSONError) {
        if case .text(let text) = value {
            self = text
        } else {
            var writer = JSONWriter(capacity: value.approximateByteCount)
            writer.write(value)
            guard writer.bytes.count <= maxBytes else { throw JSONError(.tooLarge(limit: maxBytes), offset: maxBytes) }
            self.init(checked: writer.bytes, range: 0..<writer.bytes.count)
        }
    }

    var lastKeyWins: Bool { markedEnd < 0 }
    var range: Range<Int> { Int(start)..<Int(markedEnd < 0 ? ~markedEnd : markedEnd) }

    /// The length in bytes.
    public var count: Int { range.count }

    /// What kind of value it is; known from its first byte.
    public var kind: JSONKind {
        switch bytes[Int(start)] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// A value inside this one.
    func piece(_ place: (range: Range<Int>, index: Int)) -> JSONText {
        JSONText(checked: bytes, range: place.range, lastKeyWins: lastKeyWins, index: place.index)
    }
}
