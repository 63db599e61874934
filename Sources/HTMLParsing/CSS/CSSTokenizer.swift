/// Splits CSS into tokens, in one pass over the bytes. Every input has tokens; wrong ones become `badString`, `badURL` and `delim`.
///
/// - SeeAlso: [CSS Syntax 4.3, Tokenizer algorithms](https://www.w3.org/TR/css-syntax-3/#tokenizer-algorithms)
struct CSSTokenizer {
    /// The offset of the next token, in bytes.
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

    /// Whether these two bytes stand at an offset.
    private func holds(_ first: UInt8, _ second: UInt8, at place: Int, _ bytes: Span<UInt8>) -> Bool {
        place + 1 < end && bytes[place] == first && bytes[place + 1] == second
    }
}

/// One token of CSS: its kind and its range in the source.
///
/// - SeeAlso: [CSS Syntax 4, Tokenization](https://www.w3.org/TR/css-syntax-3/#tokenization)
struct CSSToken {
    enum Kind: UInt8 {
        case end, whitespace, ident, function, atKeyword, hash, string, badString, url, badURL, delim, number, percentage, dimension
        case markup, colon, semicolon, comma
        case openBrace, closeBrace, openParenthesis, closeParenthesis, openBracket, closeBracket
    }

    var kind: Kind
    /// Whether the token contains an escape.
    var hasEscape = false
    /// Whether a comment stands before the token.
    var followsComment = false
    /// Whether a string ends with its quote. At the end of a style sheet, a string may end without it.
    var isClosed = false
    /// The first byte of a delimiter.
    var delimiter: UInt8 = 0
    /// The range in the source, in bytes.
    var start: Int
    var end: Int
    /// The end of the number of a dimension.
    var numberEnd = 0

    /// The range of a name without the parenthesis, at sign or number sign around it, or of a string without its quotes.
    var name: Range<Int> {
        switch kind {
        case .function: start..<end - 1
        case .atKeyword, .hash: start + 1..<end
        case .dimension: numberEnd..<end
        case .string: start + 1..<(isClosed ? end - 1 : end)
        default: start..<end
        }
    }
}

/// The kind of token that a byte can begin.
enum CSSByteClass {
    case whitespace, nameStart, digit, other

    /// Returns the class of a byte. Bytes of characters beyond ASCII, and NUL, which stands for U+FFFD, count as letters.
    ///
    /// - SeeAlso: [CSS Syntax 4.2, Definitions](https://www.w3.org/TR/css-syntax-3/#tokenizer-definitions)
    @inline(__always) static func of(_ byte: UInt8) -> CSSByteClass {
        if byte.isASCIILetter || byte >= 0x80 || byte == 0x5F || byte == 0 { return .nameStart }
        if byte.isHTMLWhitespace { return .whitespace }
        return byte.isASCIIDigit ? .digit : .other
    }

    /// Whether a byte can stand in a name.
    @inline(__always) static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte >= 0x80 || byte == 0x5F || byte == 0
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for other bytes.
    var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self - 0x30) }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? UInt32(letter - 0x61 + 10) : nil
    }
}
