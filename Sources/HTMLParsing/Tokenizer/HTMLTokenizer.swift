/// Splits HTML into tokens and passes them to a sink.
///
/// The tokenizer keeps no bytes: each call gets them and consumes only whole tokens. The caller keeps the rest and passes it again, followed
/// by more bytes. Text is emitted at once; tags, comments and document types when they are whole.
///
/// - SeeAlso: [HTML 13.2.5, Tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
struct HTMLTokenizer {
    /// A method returns this if the bytes end inside its token and more bytes may come.
    static let needsMore = -1

    var state = HTMLTokenizerState.data
    /// The name of the last start tag that switched to a text state. An end tag with this name ends the text.
    var lastStartTagName: [UInt8] = []
    /// Whether the current bytes are the last ones.
    var isLast = false

    /// Whether parse errors are collected in `errors`.
    let collectsErrors: Bool
    var errors: [HTMLParseError] = []
    /// The offset of the current bytes in the input.
    var base = 0

    /// The current tag; a property, so that its array of attributes is allocated only once.
    var token = HTMLTagToken()
    /// The attribute values that differ from the source.
    var decoded: [UInt8] = []
    /// For each name, the number of the last tag that had it as an attribute. Used only for tags with many attributes.
    var lastSeen: [UInt32] = []
    var tokenNumber: UInt32 = 0
    /// The replacement text for line ends, incomplete references and NUL: line feed, `&`, `<`, U+FFFD.
    let replacements: [UInt8] = [0x0A, 0x26, 0x3C, 0xEF, 0xBF, 0xBD]

    init(collectsErrors: Bool = false) {
        self.collectsErrors = collectsErrors
    }

    /// Emits all whole tokens.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8, which starts with the bytes that the last call did not consume.
    ///   - isLast: Whether the input ends with these bytes. If true, the call consumes all of them and emits the end of file.
    ///   - sink: Receives the tokens.
    /// - Returns: The number of consumed bytes.
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
                // The next call reads the token again from its start, and finds its errors again.
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

    /// Records an error at an offset in the current bytes.
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

    /// Handles a carriage return in text: emits a line feed, or nothing if a line feed follows.
    ///
    /// - Returns: The offset after it, or `needsMore` if it is the last byte so far.
    mutating func carriageReturn(_ bytes: Span<UInt8>, at index: Int, into sink: inout some HTMLTokenSink) -> Int {
        if index + 1 == bytes.count && !isLast { return Self.needsMore }
        if index + 1 == bytes.count || bytes[index + 1] != 0x0A { emitNewline(into: &sink) }
        return index + 1
    }
}

/// The tokenizer's state between two tokens. The standard's states within a tag, comment or document type are not listed, because the
/// tokenizer reads such a token in one pass, and again from its start if it was incomplete.
///
/// - SeeAlso: [HTML 13.2.5, Tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
enum HTMLTokenizerState: Equatable {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    case data
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    case rcdata
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    case rawtext
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    case scriptData
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>, after 0, 1 or 2 dashes
    case scriptDataEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>, after 0, 1 or 2 dashes
    case scriptDataDoubleEscaped(dashes: UInt8)
    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    case plaintext
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    case cdataSection
}
