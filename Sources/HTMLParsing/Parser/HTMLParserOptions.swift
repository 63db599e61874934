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
