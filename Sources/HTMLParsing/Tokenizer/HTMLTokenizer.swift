/// Reads HTML and hands the tokens to a sink.
///
/// A struct of offsets: the bytes come in with every call, and what is not yet a whole token is not consumed. The caller keeps it and comes
/// again with more behind it. Text is handed on at once, tags, comments and document types when they are whole.
///
/// - SeeAlso: [HTML 13.2.5, Tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
struct HTMLTokenizer {
    /// The answer of a reading method that found the end of the bytes before the end of its token, with more bytes to come.
    static let needsMore = -1

    var state = HTMLTokenizerState.data
    /// The name of the last start tag after which the state was not `data`: an end tag with this name ends such content.
    var lastStartTagName: [UInt8] = []
    /// Whether the bytes at hand are the last ones.
    var isLast = false

    /// Whether `errors` is filled.
    let collectsErrors: Bool
    var errors: [HTMLParseError] = []
    /// How many bytes of the input came before the ones at hand.
    var base = 0

    /// The tag at hand; here so that its array of attributes is only allocated once.
    var token = HTMLTagToken()
    /// Values that are not in the source as they are.
    var decoded: [UInt8] = []
    /// The token in which an attribute name was last seen, for each name; only used for tags with many attributes.
    var lastSeen: [UInt32] = []
    var tokenNumber: UInt32 = 0
    /// The bytes that replace others in text: line feed, `&`, `<`, U+FFFD.
    let replacements: [UInt8] = [0x0A, 0x26, 0x3C, 0xEF, 0xBF, 0xBD]

    init(collectsErrors: Bool = false) {
        self.collectsErrors = collectsErrors
    }

    /// Reads as many tokens as there are.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8, which starts with what was left over the last time.
    ///   - isLast: Whether nothing comes behind these bytes; then all are consumed, and the end of file is the last token.
    ///   - sink: Receives the tokens.
    /// - Returns: How many of the bytes are consumed.
    mutating func read(_ bytes: Span<UInt8>, isLast: Bool, into sink: inout some HTMLTokenSink) -> Int {
        self.isLast = isLast
        var position = 0
        while position < bytes.count {
            let known = errors.count
            let next =
                switch state {
                case .data: data(bytes, from: position, into: &sink)
                case .rcdata: rawText(bytes, from: position, hasReferences: true, into: &sink)
                case .rawtext: rawText(bytes, from: position, hasReferences: false, into: &sink)
                case .scriptData: scriptData(bytes, from: position, into: &sink)
                case .scriptDataEscaped, .scriptDataDoubleEscaped: escapedScriptData(bytes, from: position, into: &sink)
                case .plaintext: plainText(bytes, from: position, into: &sink)
                case .cdataSection: cdataSection(bytes, from: position, into: &sink)
                }
            if next == Self.needsMore {
                // The token will be read again from its start, and its errors found again.
                errors.removeLast(errors.count - known)
                break
            }
            position = next
        }
        base += position
        if isLast {
            reportErrorsAtEndOfFile()
            sink.endOfFile()
        }
        return position
    }

    private mutating func reportErrorsAtEndOfFile() {
        switch state {
        case .cdataSection: error(.eofInCdata, at: 0)
        case .scriptDataEscaped, .scriptDataDoubleEscaped: error(.eofInScriptHtmlCommentLikeText, at: 0)
        default: break
        }
    }

    /// Notes an error at a place in the bytes at hand.
    @inline(__always)
    mutating func error(_ code: HTMLParseErrorCode, at position: Int) {
        if collectsErrors { errors.append(HTMLParseError(code: code, offset: base + position)) }
    }

    @inline(__always)
    func emitNewline(into sink: inout some HTMLTokenSink) { sink.characters(0..<1, in: replacements.span) }

    @inline(__always)
    func emitAmpersand(into sink: inout some HTMLTokenSink) { sink.characters(1..<2, in: replacements.span) }

    @inline(__always)
    func emitLessThan(into sink: inout some HTMLTokenSink) { sink.characters(2..<3, in: replacements.span) }

    func emitReplacement(into sink: inout some HTMLTokenSink) { sink.characters(3..<6, in: replacements.span) }

    /// Handles a carriage return in text, which is a line feed or goes away before one.
    ///
    /// - Returns: The place behind it, or `needsMore` if it is the last byte so far.
    mutating func carriageReturn(_ bytes: Span<UInt8>, at index: Int, into sink: inout some HTMLTokenSink) -> Int {
        if index + 1 == bytes.count && !isLast { return Self.needsMore }
        if index + 1 == bytes.count || bytes[index + 1] != 0x0A { emitNewline(into: &sink) }
        return index + 1
    }
}
