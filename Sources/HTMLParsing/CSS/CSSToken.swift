/// One token of CSS: its kind and its place in the source.
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
