/// Checks JSON texts byte by byte and says where their tokens stand.
///
/// The scanner is a struct of offsets: it owns no bytes, and a chunk may end anywhere, even inside a character or an
/// escape. It checks all of RFC 8259, UTF-8 included, and decodes nothing. After a thrown error it must not be used again.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)
public struct JSONScanner: Sendable {
    enum State: UInt8 {
        case text, afterScalar, end
        case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd
        case string, escape, hexadecimal, continuation
        case literal
        case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
    }

    let maxDepth: Int
    let acceptsConcatenatedTexts: Bool

    var state = State.text
    /// One bit a level, 1 for an object; 64 levels a word.
    var containers: [UInt64] = [0]
    /// Whether the string that is being read is a member's name.
    var isKey = false
    /// Hexadecimal digits or continuation bytes still wanted.
    var pending: UInt8 = 0
    /// What the next continuation byte may be (RFC 3629, section 4).
    var continuationLow: UInt8 = 0x80
    var continuationHigh: UInt8 = 0xBF
    /// Where the multi-byte character that is being read begins.
    var characterStart = 0
    /// The first byte of that character.
    var characterByte: UInt8 = 0
    /// The letters of a literal that are still wanted, the next one in the lowest byte.
    var literalRest: UInt32 = 0
    var literalToken = JSONToken.null

    /// Arrays and objects that are open.
    public internal(set) var depth = 0
    /// Bytes of the chunks that are used up.
    public internal(set) var consumed = 0
    /// Where the last token began, in bytes from the start of the first chunk.
    public internal(set) var tokenStart = 0
    /// Where the last finished token ended: one past its last byte.
    public internal(set) var tokenEnd = 0
    /// What was noted of the item that is being read.
    var layout = JSONItemLayout()

    /// Makes a scanner for a text, or for texts that follow one another.
    ///
    /// - Parameters:
    ///   - maxDepth: Levels of nesting that are accepted.
    ///   - acceptsConcatenatedTexts: Whether a text may be followed by another, as in JSON Lines. Behind a number, `true`, `false` or `null`
    ///     there has to be white space, unless a bracket or quotation mark follows: `2024-10-15` is not three numbers.
    public init(maxDepth: Int = JSONLimits.standard.maxDepth, acceptsConcatenatedTexts: Bool = false) {
        self.maxDepth = maxDepth
        self.acceptsConcatenatedTexts = acceptsConcatenatedTexts
    }

    /// Whether a token has begun and not yet ended.
    var isInsideToken: Bool { state.rawValue >= State.string.rawValue }

    /// Whether the token that has begun is a member's name.
    var isInsideKey: Bool { isKey && state.rawValue >= State.string.rawValue && state.rawValue <= State.continuation.rawValue }

    /// Whether the scanner stands between texts (or before the first).
    var isBetweenTexts: Bool { state == .text || state == .afterScalar || state == .end }

    /// Reads on to the end of the next token.
    ///
    /// - Parameters:
    ///   - chunk: UTF-8 bytes.
    ///   - position: Where to read on in `chunk`; moved behind the token.
    ///   - maxReportedDepth: Tokens inside more open arrays and objects than this are checked but not reported.
    /// - Returns: The token, or nil when the chunk is used up; then the next chunk is read from position 0.
    /// - Throws: The first fault, with its offset from the start of the first chunk.
    public mutating func next(
        in chunk: Span<UInt8>, at position: inout Int, maxReportedDepth: Int = .max
    ) throws(JSONError) -> JSONToken? {
        let end = chunk.count
        while position < end {
            switch state {
            case .string:
                // A string that is all here; others are read byte by byte, as are the faulty ones.
                if tokenStart &+ 1 == consumed &+ position, let close = endOfValidString(from: position, in: chunk) {
                    position = close
                } else {
                    position = firstSpecialStringByte(from: position, to: end, in: chunk)
                }
                if position < end, try scanSpecialStringByte(in: chunk, at: &position) {
                    if depth <= maxReportedDepth { return isKey ? .key : .string }
                    // It was read in pieces, and nobody took note of escapes.
                    layout.addString(tokenStart..<tokenEnd, mayContainEscape: isKey)
                }
            case .escape, .hexadecimal, .continuation:
                try scanInsideString(chunk[position], at: position)
                position &+= 1
            case .minus, .zero, .integer, .point, .fraction, .exponent, .exponentSign, .exponentDigits:
                if try scanNumber(in: chunk, at: &position) {
                    if depth <= maxReportedDepth { return .number }
                    layout.addValue(tokenStart..<tokenEnd)
                }
            case .literal:
                if try scanLiteral(in: chunk, at: &position) {
                    if depth <= maxReportedDepth { return literalToken }
                    layout.addValue(tokenStart..<tokenEnd)
                }
            default:
                if depth > maxReportedDepth, depth > 0 {
                    try skipWholeTokens(in: chunk, at: &position, maxReportedDepth: maxReportedDepth)
                    guard position < end else { break }
                }
                let byte = chunk[position]
                if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                    if depth > 0 { layout.noteWhitespace() }
                    position = endOfWhitespace(from: position, in: chunk)
                } else {
                    let outer = depth
                    let token = try scanStructure(byte, at: position)
                    position &+= 1
                    guard let token else { continue }
                    if min(outer, depth) <= maxReportedDepth { return token }
                    if depth > outer { layout.beginContainer(at: tokenStart) } else { layout.endContainer(at: tokenEnd) }
                }
            }
        }
        consumed &+= end
        position = 0
        return nil
    }

    /// Says that no chunk follows.
    ///
    /// - Returns: `.number` if a number at the very end is ended by this, otherwise nil.
    /// - Throws: ``JSONError/Reason/endOfInput(expected:)`` if a text is not complete.
    public mutating func finish() throws(JSONError) -> JSONToken? {
        if isBetweenTexts { return nil }
        let numberMayEnd = state == .zero || state == .integer || state == .fraction || state == .exponentDigits
        guard depth == 0, numberMayEnd else { throw JSONError(.endOfInput(expected: expectation), offset: consumed) }
        tokenEnd = consumed
        endValue()
        return .number
    }
}
