/// An incremental HTML parser.
///
///     var parser = HTMLParser()
///     for chunk in chunks { parser.feed(chunk.span) }
///     let document = parser.finish()
///
/// - SeeAlso: [HTML 13.2, Parsing HTML documents](https://html.spec.whatwg.org/multipage/parsing.html)
public struct HTMLParser {
    /// The maximum length of a document in bytes: 1 GiB. The parser ignores the rest and reports `inputTooLong`.
    public static let maximumBytes = 1 << 30

    var tokenizer: HTMLTokenizer
    var builder: HTMLTreeBuilder
    private var repair = HTMLUTF8Repair()
    /// The bytes of an incomplete token.
    private(set) var pending: [UInt8] = []
    /// The number of pending bytes at which the parser retries the incomplete token. It doubles with each try, so that a long token in many
    /// small pieces takes linear time.
    private var retryThreshold = 0
    private var received = 0

    /// Creates a parser.
    public init(options: HTMLParserOptions = HTMLParserOptions()) {
        tokenizer = HTMLTokenizer(collectsErrors: options.collectsErrors)
        if let context = options.context {
            let tag = HTMLTag(name: context.name) ?? .other
            builder = HTMLTreeBuilder(
                isScripting: options.isScripting, context: tag, namespace: context.namespace, quirksMode: context.quirksMode)
        } else {
            builder = HTMLTreeBuilder(isScripting: options.isScripting)
        }
        builder.closesEmptyTags = options.closesEmptyTags
        tokenizer.state = builder.initialTokenizerState
    }

    /// The parse errors so far, sorted by offset; empty unless the options ask for them.
    public var errors: [HTMLParseError] {
        tokenizer.errors.sorted { $0.offset < $1.offset }
    }

    /// Parses the next piece of the document.
    ///
    /// - Parameter chunk: UTF-8 bytes. May end anywhere, even inside a character; the parser keeps the unfinished rest. Ill-formed
    ///   sequences become U+FFFD, as the Encoding standard defines.
    public mutating func feed(_ chunk: Span<UInt8>) {
        let room = Self.maximumBytes - received
        if chunk.count > room { tokenizer.error(.inputTooLong, at: 0) }
        let accepted = chunk.extracting(first: min(room, chunk.count))
        received += accepted.count
        if repair.isWellFormed(accepted) {
            parse(accepted, isLast: false)
        } else {
            let repaired = repair.repaired(accepted)
            parse(repaired.span, isLast: false)
        }
    }

    /// Ends the input and returns the document. The parser cannot be used again.
    public mutating func finish() -> HTMLDocument {
        let rest = repair.flush()
        parse(rest.span, isLast: true)
        return builder.document
    }

    /// Parses a whole document of well-formed UTF-8, without copying it.
    mutating func parseWhole(_ bytes: Span<UInt8>) -> HTMLDocument {
        if bytes.count > Self.maximumBytes {
            feed(bytes)
            return finish()
        }
        parse(bytes, isLast: true)
        return builder.document
    }

    mutating func parse(_ bytes: Span<UInt8>, isLast: Bool) {
        if pending.isEmpty {
            let consumed = read(bytes, isLast: isLast)
            pending.append(span: bytes.extracting(consumed..<bytes.count))
            retryThreshold = pending.count * 2
            return
        }
        pending.append(span: bytes)
        guard isLast || pending.count >= retryThreshold else { return }
        let buffer = pending
        let consumed = read(buffer.span, isLast: isLast)
        if consumed > 0 { pending = Array(buffer[consumed...]) }
        retryThreshold = pending.count * 2
    }

    private mutating func read(_ bytes: Span<UInt8>, isLast: Bool) -> Int {
        let base = tokenizer.base
        let consumed = tokenizer.read(bytes, isLast: isLast, into: &builder)
        if tokenizer.collectsErrors { tokenizer.errors += HTMLInputChecker.errors(in: bytes.extracting(first: consumed), base: base) }
        return consumed
    }
}

/// Options of the parser.
public struct HTMLParserOptions: Sendable {
    /// The standard's scripting flag: whether the content of `noscript` is text, as in a browser that runs scripts. Off by default.
    public var isScripting = false
    /// Whether to collect parse errors. Takes extra time; off by default.
    public var collectsErrors = false
    /// Whether a tag such as `<p/>` also ends its element, as in XHTML. HTML ignores the slash; off by default.
    public var closesEmptyTags = false
    /// The context element of a fragment; nil for a whole document.
    public var context: Context?

    /// The element that contains a fragment, as in the standard's fragment parsing algorithm.
    public struct Context: Hashable, Sendable {
        /// The local name, as `HTMLDocument.name(of:)` returns it.
        public var name: String
        /// The namespace.
        public var namespace: HTMLNamespace
        /// The mode of the element's document.
        public var quirksMode: HTMLQuirksMode

        /// Creates a context from the element's name and namespace.
        public init(name: String, namespace: HTMLNamespace = .html, quirksMode: HTMLQuirksMode = .noQuirks) {
            self.name = name
            self.namespace = namespace
            self.quirksMode = quirksMode
        }
    }

    /// Creates options. By default: a whole document, no scripting, no collected errors.
    public init(isScripting: Bool = false, collectsErrors: Bool = false, closesEmptyTags: Bool = false, context: Context? = nil) {
        self.isScripting = isScripting
        self.collectsErrors = collectsErrors
        self.closesEmptyTags = closesEmptyTags
        self.context = context
    }
}

/// The parse errors of the input stream.
///
/// - SeeAlso: [HTML 13.2.3.5, Preprocessing the input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream)
enum HTMLInputChecker {
    /// Finds control characters and noncharacters.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8 that holds whole characters.
    ///   - base: The offset of `bytes` in the input, in bytes.
    static func errors(in bytes: Span<UInt8>, base: Int) -> [HTMLParseError] {
        var errors: [HTMLParseError] = []
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x20 && byte < 0x7F || byte.isHTMLWhitespace || byte == 0 { continue }
            if byte < 0x80 || isHighControl(bytes, at: index) {
                errors.append(HTMLParseError(code: .controlCharacterInInputStream, offset: base + index))
            } else if isNoncharacter(bytes, at: index) {
                errors.append(HTMLParseError(code: .noncharacterInInputStream, offset: base + index))
            }
        }
        return errors
    }

    private static func isHighControl(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] < 0xA0
    }

    private static func isNoncharacter(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        if bytes[index] == 0xEF, index + 2 < bytes.count {
            let (second, third) = (bytes[index + 1], bytes[index + 2])
            return second == 0xB7 && third >= 0x90 && third <= 0xAF || second == 0xBF && third >= 0xBE
        }
        guard bytes[index] >= 0xF0, index + 3 < bytes.count else { return false }
        return bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE
    }
}
