extension HTMLDocument {
    /// Parses a whole document, without scripts.
    ///
    /// Every input gives a document: HTML knows no errors that end parsing.
    public init(parsing html: String) {
        var html = html
        html.makeContiguousUTF8()
        var parser = HTMLParser()
        self = parser.parseWhole(html.utf8.span)
    }

    /// Parses a whole document, without scripts.
    ///
    /// - Parameter bytes: UTF-8, which may begin with a byte order mark. What is not well-formed becomes U+FFFD. For other encodings see
    ///   `HTMLEncoding`.
    public init(parsing bytes: Span<UInt8>) {
        var parser = HTMLParser()
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let content = bytes.extracting(droppingFirst: hasMark ? 3 : 0)
        if HTMLUTF8Repair().isWellFormed(content) {
            self = parser.parseWhole(content)
        } else {
            parser.feed(content)
            self = parser.finish()
        }
    }

    /// Parses a fragment as `innerHTML` of an element does. The nodes become children of `root`.
    ///
    /// - Parameters:
    ///   - html: The fragment.
    ///   - context: The HTML element that the fragment is the content of.
    public init(parsingFragment html: String, context: HTMLTag = .body) {
        self.init(parsingFragment: html, context: HTMLParserOptions.Context(name: context.name, namespace: context.homeNamespace))
    }

    /// Parses a fragment as `innerHTML` of an element does. The nodes become children of `root`.
    ///
    /// - Parameters:
    ///   - html: The fragment.
    ///   - context: The element that the fragment is the content of.
    ///   - isScripting: Whether `noscript` is taken as a browser does that runs scripts.
    public init(parsingFragment html: String, context: HTMLParserOptions.Context, isScripting: Bool = false) {
        var html = html
        html.makeContiguousUTF8()
        var parser = HTMLParser(options: HTMLParserOptions(isScripting: isScripting, context: context))
        self = parser.parseWhole(html.utf8.span)
    }
}
