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

    private var tokenizer: HTMLTokenizer
    private var builder: HTMLTreeBuilder
    private var repair = HTMLUTF8Repair()
    /// The bytes of an incomplete token.
    private var pending: [UInt8] = []
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

    private mutating func parse(_ bytes: Span<UInt8>, isLast: Bool) {
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
        if tokenizer.collectsErrors { tokenizer.errors += HTMLInputStream.errors(in: bytes.extracting(first: consumed), base: base) }
        return consumed
    }
}
