extension HTMLDocument {
    /// Parses a whole document, without scripts.
    ///
    /// Parsing never fails: the standard defines a tree for every input.
    public init(parsing html: String) {
        var html = html
        html.makeContiguousUTF8()
        var parser = HTMLParser()
        self = parser.parseWhole(html.utf8.span)
    }

    /// Parses a whole document, without scripts.
    ///
    /// - Parameter bytes: UTF-8, optionally with a byte order mark. Ill-formed sequences become U+FFFD. For other encodings see
    ///   `HTMLEncoding`.
    public init(parsing bytes: Span<UInt8>) {
        self.init(utf8: bytes, isWellFormed: HTMLUTF8Repair().isWellFormed(bytes))
    }

    private init(utf8 bytes: Span<UInt8>, isWellFormed: Bool, options: HTMLParserOptions = HTMLParserOptions()) {
        var parser = HTMLParser(options: options)
        let content = bytes.extracting(droppingFirst: HTMLEncoding.byteOrderMarkLength(bytes))
        if isWellFormed {
            self = parser.parseWhole(content)
        } else {
            parser.feed(content)
            self = parser.finish()
        }
    }

    /// A document that was parsed from bytes.
    public struct Parsed: Sendable {
        /// The document.
        public let document: HTMLDocument
        /// The encoding of the bytes.
        public let encoding: HTMLEncoding
        /// Whether the bytes are well-formed UTF-8, so that nothing was decoded.
        public let isWellFormed: Bool
    }

    /// Parses a whole document of unknown encoding. In XHTML, by its content type or with an XML declaration, a tag such as `<title/>` ends
    /// its element.
    ///
    /// - Parameters:
    ///   - bytes: The document in any encoding that `HTMLEncoding` decodes.
    ///   - contentType: The value of the document's `Content-Type` header, if known.
    ///   - given: The encoding that the caller knows. A byte order mark overrides it; nothing else does.
    /// - Returns: The document, and its encoding, which is not the declared one if that is plainly wrong
    ///   (``HTMLEncoding/corrected(for:)``). Without any declaration the encoding is UTF-8 if the bytes are well-formed UTF-8, otherwise
    ///   windows-1252. Nil if the encoding cannot be decoded.
    /// - SeeAlso: [HTML 13.2.3.5, Changing the encoding while parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing)
    public static func parse(
        sniffing bytes: Span<UInt8>, contentType: String? = nil, as given: HTMLEncoding? = nil
    ) -> Parsed? {
        let isXHTML = contentType?.lowercased().contains("application/xhtml+xml") ?? false
        let marked = given.map { HTMLEncoding.byteOrderMark(bytes) ?? $0 }
        if let encoding = marked ?? HTMLEncoding.sniff(bytes, contentType: contentType)?.corrected(for: bytes) {
            return parse(bytes, in: encoding, isXHTML, isWellFormed: encoding == .utf8 && HTMLUTF8Repair().isWellFormed(bytes))
        }
        let isWellFormed = HTMLUTF8Repair().isWellFormed(bytes)
        guard let parsed = parse(bytes, in: isWellFormed ? .utf8 : .windows1252, isXHTML, isWellFormed: isWellFormed) else { return nil }
        // The prescan covers only the first 1,024 bytes. Parsing also finds a later declaration.
        guard let declared = parsed.document.declaredEncoding?.corrected(for: bytes), declared != parsed.encoding else { return parsed }
        return parse(bytes, in: declared, isXHTML, isWellFormed: declared == .utf8 && isWellFormed)
    }

    private static func parse(_ bytes: Span<UInt8>, in encoding: HTMLEncoding, _ isXHTML: Bool, isWellFormed: Bool) -> Parsed? {
        if encoding == .utf8 {
            return Parsed(document: document(utf8: bytes, isXHTML, isWellFormed), encoding: encoding, isWellFormed: isWellFormed)
        }
        return encoding.decode(bytes).map {
            let isWellFormed = HTMLUTF8Repair().isWellFormed($0.span)
            return Parsed(document: document(utf8: $0.span, isXHTML, isWellFormed), encoding: encoding, isWellFormed: false)
        }
    }

    private static func document(utf8 bytes: Span<UInt8>, _ isXHTML: Bool, _ isWellFormed: Bool) -> HTMLDocument {
        let options = HTMLParserOptions(closesEmptyTags: isXHTML || hasXMLDeclaration(bytes))
        return HTMLDocument(utf8: bytes, isWellFormed: isWellFormed, options: options)
    }

    private static func hasXMLDeclaration(_ bytes: Span<UInt8>) -> Bool {
        var index = HTMLEncoding.byteOrderMarkLength(bytes)
        while index < bytes.count, bytes[index].isHTMLWhitespace { index += 1 }
        for byte in "<?xml".utf8 {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
        }
        return index < bytes.count && bytes[index].isHTMLWhitespace
    }

    /// The encoding that the first `meta` element with an encoding declaration names.
    public var declaredEncoding: HTMLEncoding? {
        for node in descendants(of: root) where isHTML(node, .meta) {
            if let label = attribute("charset", of: node) {
                if let encoding = HTMLEncoding(label: label)?.inDeclaration { return encoding }
            } else if attribute("http-equiv", of: node)?.lowercased() == "content-type", let content = attribute("content", of: node) {
                if let encoding = HTMLEncoding.declared(inContentType: Array(content.utf8))?.inDeclaration { return encoding }
            }
        }
        return nil
    }

    /// Whether a text is a whole document: after white space and comments, it begins with a document type, an XML declaration, or the
    /// element `html`, `head` or `body`.
    public static func isWhole(_ html: String) -> Bool {
        var html = html
        html.makeContiguousUTF8()
        let bytes = html.utf8.span
        func begins(_ word: StaticString, _ index: Int) -> Bool {
            let end = index + word.utf8CodeUnitCount
            return end < bytes.count && bytes.matches(word, index..<end)
        }
        var index = HTMLEncoding.byteOrderMarkLength(bytes)
        while true {
            while index < bytes.count, bytes[index].isHTMLWhitespace { index += 1 }
            guard begins("<!--", index) else { break }
            index += 4
            while index < bytes.count, !begins("-->", index) { index += 1 }
            index += 3
        }
        if begins("<!doctype", index) || begins("<?xml", index) { return true }
        let names: [StaticString] = ["<html", "<head", "<body"]
        return names.contains { begins($0, index) && bytes[index + 5].endsTagName }
    }

    /// Parses a fragment as `innerHTML` of an element does. The nodes become children of `root`.
    ///
    /// - Parameters:
    ///   - html: The fragment.
    ///   - context: The HTML element that contains the fragment.
    public init(parsingFragment html: String, context: HTMLTag = .body) {
        self.init(parsingFragment: html, context: HTMLParserOptions.Context(name: context.name, namespace: context.homeNamespace))
    }

    /// Parses a fragment as `innerHTML` of an element does. The nodes become children of `root`.
    ///
    /// - Parameters:
    ///   - html: The fragment.
    ///   - context: The element that contains the fragment.
    ///   - isScripting: The standard's scripting flag. If true, the content of `noscript` is text.
    public init(parsingFragment html: String, context: HTMLParserOptions.Context, isScripting: Bool = false) {
        var html = html
        html.makeContiguousUTF8()
        var parser = HTMLParser(options: HTMLParserOptions(isScripting: isScripting, context: context))
        self = parser.parseWhole(html.utf8.span)
    }

    /// Parses well-formed UTF-8 as the content of a body.
    init(parsingFragment html: Span<UInt8>) {
        let context = HTMLParserOptions.Context(name: HTMLTag.body.name, namespace: .html)
        var parser = HTMLParser(options: HTMLParserOptions(isScripting: false, context: context))
        self = parser.parseWhole(html)
    }
}
