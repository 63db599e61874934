/// Validates JSON texts in chunks and reports the offsets of their tokens.
///
/// The scanner is a struct of offsets: it owns no bytes, and a chunk may end anywhere, even inside a character or an
/// escape. It checks all of RFC 8259, including UTF-8, and decodes nothing. Do not use it again after an error.
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
    /// A stack of one bit per level of nesting: 1 for an object, 0 for an array. A word holds 64 levels.
    var containers: [UInt64] = [0]
    /// Whether the current string is a key.
    var isKey = false
    /// The number of missing hexadecimal digits or UTF-8 continuation bytes.
    var pending: UInt8 = 0
    /// The least valid value of the next continuation byte (RFC 3629, section 4).
    var continuationLow: UInt8 = 0x80
    /// The greatest valid value of the next continuation byte.
    var continuationHigh: UInt8 = 0xBF
    /// The offset of the current multi-byte character.
    var characterStart = 0
    /// The first byte of the current multi-byte character.
    var characterByte: UInt8 = 0
    /// The missing letters of the current literal, the next one in the lowest byte.
    var literalRest: UInt32 = 0
    var literalToken = JSONToken.null

    /// The number of open arrays and objects.
    public internal(set) var depth = 0
    /// The total length of all chunks before the current one, in bytes.
    public internal(set) var consumed = 0
    /// The offset of the last token, in bytes from the start of the first chunk.
    public internal(set) var tokenStart = 0
    /// The end of the last complete token: the offset of the byte after it.
    public internal(set) var tokenEnd = 0
    /// Offsets of keys and values of the current item.
    var layout = JSONItemLayout()

    /// Makes a scanner for one text or for concatenated texts.
    ///
    /// - Parameters:
    ///   - maxDepth: The limit of nested arrays and objects, in levels.
    ///   - acceptsConcatenatedTexts: Whether another text may follow a text, as in JSON Lines. A number, `true`, `false` or `null`
    ///     must end with white space, a bracket or a quotation mark: `2024-10-15` is not three numbers.
    public init(maxDepth: Int = JSONLimits.standard.maxDepth, acceptsConcatenatedTexts: Bool = false) {
        self.maxDepth = maxDepth
        self.acceptsConcatenatedTexts = acceptsConcatenatedTexts
    }

    /// Whether the scanner is inside a token.
    var isInsideToken: Bool { state.rawValue >= State.string.rawValue }

    /// Whether the scanner is inside a key.
    var isInsideKey: Bool { isKey && state.rawValue >= State.string.rawValue && state.rawValue <= State.continuation.rawValue }

    /// Whether the scanner is before the first text, between two texts or after the last one.
    var isBetweenTexts: Bool { state == .text || state == .afterScalar || state == .end }

    /// Scans to the end of the next token.
    ///
    /// - Parameters:
    ///   - chunk: UTF-8 bytes.
    ///   - position: The offset in `chunk` to continue at; this method moves it past the token.
    ///   - maxReportedDepth: The deepest level whose tokens are returned. Deeper tokens are checked only.
    /// - Returns: The token, or nil at the end of the chunk; `position` is then 0 for the next chunk.
    /// - Throws: The first fault, with its offset in bytes from the start of the first chunk.
    public mutating func next(
        in chunk: Span<UInt8>, at position: inout Int, maxReportedDepth: Int = .max
    ) throws(JSONError) -> JSONToken? {
        let end = chunk.count
        while position < end {
            switch state {
            case .string:
                // The fast path takes valid strings that lie in this chunk. All others are checked byte by byte.
                if tokenStart &+ 1 == consumed &+ position, let close = endOfValidString(from: position, in: chunk) {
                    position = close
                } else {
                    position = firstSpecialStringByte(from: position, to: end, in: chunk)
                }
                if position < end, try scanSpecialStringByte(in: chunk, at: &position) {
                    if depth <= maxReportedDepth { return isKey ? .key : .string }
                    // A key that was read in pieces may contain an escape: this path does not look for backslashes.
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

    /// Ends the input.
    ///
    /// - Returns: `.number` if the input ends with a number outside of arrays and objects, otherwise nil.
    /// - Throws: ``JSONError/Reason/endOfInput(expected:)`` if a text is incomplete.
    public mutating func finish() throws(JSONError) -> JSONToken? {
        if isBetweenTexts { return nil }
        let numberMayEnd = state == .zero || state == .integer || state == .fraction || state == .exponentDigits
        guard depth == 0, numberMayEnd else { throw JSONError(.endOfInput(expected: expectation), offset: consumed) }
        tokenEnd = consumed
        endValue()
        return .number
    }
}

/// The kinds of tokens that a ``JSONScanner`` reports.
public enum JSONToken: UInt8, Sendable {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// A key of an object with its quotation marks.
    case key
    /// A string value with its quotation marks.
    case string
    /// A number.
    case number
    /// The literal `true`, as one token.
    case `true`
    /// The literal `false`, as one token.
    case `false`
    /// The literal `null`, as one token.
    case null

    /// The kind of value that begins with this token, with its article, for messages.
    var valueName: String {
        switch self {
        case .beginObject, .endObject: "an object"
        case .beginArray, .endArray: "an array"
        case .key, .string: "a string"
        case .number: "a number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }
}
