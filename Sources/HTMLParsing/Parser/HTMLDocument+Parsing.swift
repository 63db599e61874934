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
        var parser = HTMLParser()
        let content = bytes.extracting(droppingFirst: HTMLEncoding.byteOrderMarkLength(bytes))
        if HTMLUTF8Repair().isWellFormed(content) {
            self = parser.parseWhole(content)
        } else {
            parser.feed(content)
            self = parser.finish()
        }
    }

    /// Parses a whole document of unknown encoding.
    ///
    /// - Parameters:
    ///   - bytes: The document in any encoding that `HTMLEncoding` decodes.
    ///   - contentType: The value of the document's `Content-Type` header, if known.
    ///   - given: The encoding that the caller knows. A byte order mark overrides it; nothing else does.
    /// - Returns: The document and its encoding, which is not the declared one if that is plainly wrong
    ///   (``HTMLEncoding/corrected(for:)``). Without any declaration the encoding is UTF-8 if the bytes are well-formed UTF-8, otherwise
    ///   windows-1252. Nil if the encoding cannot be decoded.
    /// - SeeAlso: [HTML 13.2.3.5, Changing the encoding while parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing)
    public static func parse(
        sniffing bytes: Span<UInt8>, contentType: String? = nil, as given: HTMLEncoding? = nil
    ) -> (document: HTMLDocument, encoding: HTMLEncoding)? {
        if let encoding = given.map({ HTMLEncoding.byteOrderMark(bytes) ?? $0 }) {
            return parse(bytes, in: encoding).map { ($0, encoding) }
        }
        if let encoding = HTMLEncoding.sniff(bytes, contentType: contentType)?.corrected(for: bytes) {
            return parse(bytes, in: encoding).map { ($0, encoding) }
        }
        let likely = HTMLUTF8Repair().isWellFormed(bytes) ? HTMLEncoding.utf8 : .windows1252
        guard let document = parse(bytes, in: likely) else { return nil }
        // The prescan covers only the first 1,024 bytes. Parsing also finds a later declaration.
        guard let declared = document.declaredEncoding?.corrected(for: bytes), declared != likely else { return (document, likely) }
        return parse(bytes, in: declared).map { ($0, declared) }
    }

    private static func parse(_ bytes: Span<UInt8>, in encoding: HTMLEncoding) -> HTMLDocument? {
        if encoding == .utf8 { return HTMLDocument(parsing: bytes) }
        return encoding.decode(bytes).map { HTMLDocument(parsing: $0.span) }
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
