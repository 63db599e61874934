/// Splits CSS into tokens, in one pass over the bytes. Every input has tokens; wrong ones become `badString`, `badURL` and `delim`.
///
/// - SeeAlso: [CSS Syntax 4.3, Tokenizer algorithms](https://www.w3.org/TR/css-syntax-3/#tokenizer-algorithms)
struct CSSTokenizer {
    /// The place of the next token, in bytes.
    var index: Int
    let end: Int

    init(_ range: Range<Int>) {
        (index, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next token; `end` after the last one.
    ///
    /// - Parameter bytes: UTF-8, the same on every call.
    mutating func next(_ bytes: Span<UInt8>) -> CSSToken {
        let followsComment = skipComments(bytes)
        var token = CSSToken(kind: .end, start: index, end: index)
        token.followsComment = followsComment
        guard index < end else { return token }
        let byte = bytes[index]
        switch CSSByteClass.of(byte) {
        case .whitespace:
            repeat { index += 1 } while index < end && bytes[index].isHTMLWhitespace
            token.kind = .whitespace
        case .nameStart: readIdentLike(bytes, &token)
        case .digit: readNumeric(bytes, &token)
        case .other: readOther(byte, bytes, &token)
        }
        token.end = index
        return token
    }

    private mutating func readOther(_ byte: UInt8, _ bytes: Span<UInt8>, _ token: inout CSSToken) {
        switch byte {
        case UInt8(ascii: ":"): return single(.colon, &token)
        case UInt8(ascii: ";"): return single(.semicolon, &token)
        case UInt8(ascii: ","): return single(.comma, &token)
        case UInt8(ascii: "{"): return single(.openBrace, &token)
        case UInt8(ascii: "}"): return single(.closeBrace, &token)
        case UInt8(ascii: "("): return single(.openParenthesis, &token)
        case UInt8(ascii: ")"): return single(.closeParenthesis, &token)
        case UInt8(ascii: "["): return single(.openBracket, &token)
        case UInt8(ascii: "]"): return single(.closeBracket, &token)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString(byte, bytes, &token)
        case UInt8(ascii: "#"):
            if index + 1 < end, CSSByteClass.isName(bytes[index + 1]) || isEscape(bytes, at: index + 1) {
                index += 1
                readName(bytes, &token)
                token.kind = .hash
                return
            }
        case UInt8(ascii: "@"):
            if beginsName(bytes, at: index + 1) {
                index += 1
                readName(bytes, &token)
                token.kind = .atKeyword
                return
            }
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            if beginsNumber(bytes, at: index) { return readNumeric(bytes, &token) }
            if byte == UInt8(ascii: "-") {
                if holds(0x2D, 0x3E, at: index + 1, bytes) { return skip(3, .markup, &token) }
                if beginsName(bytes, at: index) { return readIdentLike(bytes, &token) }
            }
        case UInt8(ascii: "<"):
            if holds(0x2D, 0x2D, at: index + 2, bytes), bytes[index + 1] == UInt8(ascii: "!") { return skip(4, .markup, &token) }
        case UInt8(ascii: "\\"):
            if isEscape(bytes, at: index) { return readIdentLike(bytes, &token) }
        default: break
        }
        token.delimiter = byte
        single(.delim, &token)
    }

    private mutating func single(_ kind: CSSToken.Kind, _ token: inout CSSToken) { skip(1, kind, &token) }

    private mutating func skip(_ count: Int, _ kind: CSSToken.Kind, _ token: inout CSSToken) {
        index += count
        token.kind = kind
    }

    /// Skips comments. A comment without an end reaches to the end of the source.
    private mutating func skipComments(_ bytes: Span<UInt8>) -> Bool {
        let start = index
        while index + 1 < end, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") {
            index += 2
            while index < end, !(bytes[index] == UInt8(ascii: "*") && index + 1 < end && bytes[index + 1] == UInt8(ascii: "/")) {
                index += 1
            }
            index = min(index + 2, end)
        }
        return index > start
    }

    /// Whether two bytes stand at a place.
    private func holds(_ first: UInt8, _ second: UInt8, at place: Int, _ bytes: Span<UInt8>) -> Bool {
        place + 1 < end && bytes[place] == first && bytes[place + 1] == second
    }
}
