/// A JSON value that was checked but not decoded: a piece of a buffer that many values share.
///
/// Copying one copies a reference and three numbers. A value that holds white space between its tokens has an index, which leads to
/// the values inside and says what to leave out when it is written.
public struct JSONText: Sendable {
    let bytes: [UInt8]
    /// The start; a negative number is the complement of the start, and says that there is white space between the tokens.
    private let taggedStart: Int32
    /// The end; a negative number is the complement of the end, and says that the last of equal keys wins.
    private let taggedEnd: Int32
    /// Where the entry of the value stands in the buffer (``JSONItemIndex``); 0 if there is none.
    let index: Int32

    /// Wraps a piece of a buffer.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds checked JSON.
    ///   - range: Where the value stands in it. Buffers of more than 2 GiB - 1 are not supported.
    ///   - lastKeyWins: Whether decoding an object with equal keys keeps the last of them; otherwise it is an error.
    ///   - index: Where the buffer holds the entry of the value in an index; 0 for nowhere.
    ///   - hasWhitespace: Whether there is white space between the tokens; then there has to be an index.
    init(checked bytes: [UInt8], range: Range<Int>, lastKeyWins: Bool = false, index: Int = 0, hasWhitespace: Bool = false) {
        assert(!hasWhitespace || index > 0)
        self.bytes = bytes
        self.index = Int32(index)
        let start = Int32(range.lowerBound)
        self.taggedStart = hasWhitespace ? ~start : start
        let end = Int32(range.upperBound)
        self.taggedEnd = lastKeyWins ? ~end : end
    }

    /// Wraps an item of a buffer.
    package init(checked bytes: [UInt8], at place: JSONItemPlace, lastKeyWins: Bool = false) {
        self.init(checked: bytes, range: place.range, lastKeyWins: lastKeyWins, index: place.index, hasWhitespace: place.hasWhitespace)
    }

    /// The text of a value; no copy of one that was never decoded.
    ///
    /// - Parameters:
    ///   - value: Any value; it may have grown while it was worked on.
    ///   - maxBytes: How long its text may be.
    /// - Throws: ``JSONError/Reason/tooLarge(limit:)``.
    public init(_ value: JSONValue, maxBytes: Int = JSONLimits.maxSupportedValueBytes) throws(JSONError) {
        if case .text(let text) = value {
            self = text
        } else {
            var writer = JSONWriter(capacity: value.approximateByteCount)
            writer.write(value)
            guard writer.bytes.count <= maxBytes else { throw JSONError(.tooLarge(limit: maxBytes), offset: maxBytes) }
            self.init(checked: writer.bytes, range: 0..<writer.bytes.count)
        }
    }

    var lastKeyWins: Bool { taggedEnd < 0 }
    var hasWhitespace: Bool { taggedStart < 0 }
    var start: Int { Int(hasWhitespace ? ~taggedStart : taggedStart) }
    var range: Range<Int> { start..<Int(lastKeyWins ? ~taggedEnd : taggedEnd) }

    /// The length in bytes, white space included.
    public var count: Int { range.count }

    /// The length in bytes of the buffer that the value is a piece of, and that it keeps in memory.
    public var bufferByteCount: Int { bytes.count }

    /// What kind of value it is; known from its first byte.
    public var kind: JSONKind {
        switch bytes[start] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// A value inside this one.
    func subvalue(at place: JSONCursor.Place) -> JSONText {
        let first = bytes[place.start]
        let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return JSONText(
            checked: bytes, range: place.range, lastKeyWins: lastKeyWins, index: place.index, hasWhitespace: hasWhitespace && isContainer)
    }
}
