/// A validated but undecoded JSON value: a slice of a buffer that many values share.
///
/// A copy costs one reference and three numbers. A value with white space between tokens always has an index, which readers and
/// writers use to skip the white space.
public struct JSONText: Sendable {
    let bytes: [UInt8]
    /// The start of the value. Its complement (a negative number) if there is white space between tokens.
    private let taggedStart: Int32
    /// The end of the value. Its complement (a negative number) if the last of equal keys wins.
    private let taggedEnd: Int32
    /// The offset of the value's index entry in the buffer (``JSONItemIndex``); 0 without an index.
    let index: Int32

    /// Wraps a slice of a buffer.
    ///
    /// - Parameters:
    ///   - bytes: A buffer with validated JSON, at most 2 GiB - 1 long.
    ///   - range: The range of the value in the buffer.
    ///   - lastKeyWins: Whether the last of equal keys wins; otherwise decoding them is an error.
    ///   - index: The offset of the value's index entry in the buffer; 0 without an index.
    ///   - hasWhitespace: Whether there is white space between tokens; requires an index.
    init(checked bytes: [UInt8], range: Range<Int>, lastKeyWins: Bool = false, index: Int = 0, hasWhitespace: Bool = false) {
        assert(!hasWhitespace || index > 0)
        self.bytes = bytes
        self.index = Int32(index)
        let start = Int32(range.lowerBound)
        self.taggedStart = hasWhitespace ? ~start : start
        let end = Int32(range.upperBound)
        self.taggedEnd = lastKeyWins ? ~end : end
    }

    /// Wraps an item in a buffer.
    package init(checked bytes: [UInt8], at place: JSONItemOffsets, lastKeyWins: Bool = false) {
        self.init(checked: bytes, range: place.range, lastKeyWins: lastKeyWins, index: place.index, hasWhitespace: place.hasWhitespace)
    }

    var lastKeyWins: Bool { taggedEnd < 0 }
    var hasWhitespace: Bool { taggedStart < 0 }
    var start: Int { Int(hasWhitespace ? ~taggedStart : taggedStart) }
    var range: Range<Int> { start..<Int(lastKeyWins ? ~taggedEnd : taggedEnd) }

    /// The length in bytes, including white space.
    public var count: Int { range.count }

    /// The length of the shared buffer, which this value keeps in memory, in bytes.
    public var bufferByteCount: Int { bytes.count }

    /// The kind of the value, determined by its first byte.
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

    /// Returns a value inside this one.
    func subvalue(at place: JSONCursor.ValueOffsets) -> JSONText {
        let first = bytes[place.start]
        let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return JSONText(
            checked: bytes, range: place.range, lastKeyWins: lastKeyWins, index: place.index, hasWhitespace: hasWhitespace && isContainer)
    }
}
