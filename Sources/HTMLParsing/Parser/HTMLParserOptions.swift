/// How a document or a fragment is parsed.
public struct HTMLParserOptions: Sendable {
    /// Whether `noscript` is taken as a browser does that runs scripts: its content is text. Off by default.
    public var isScripting = false
    /// Whether parse errors are collected. This costs time; off by default.
    public var collectsErrors = false
    /// The element that a fragment is the content of; nil for a whole document.
    public var context: Context?

    /// The element that a fragment is the content of.
    public struct Context: Hashable, Sendable {
        /// The local name, as `HTMLDocument.name(of:)` gives it.
        public var name: String
        /// The namespace.
        public var namespace: HTMLNamespace
        /// The mode of the document that the element is in.
        public var quirksMode: HTMLQuirksMode

        /// Makes a context from the element's name and namespace.
        public init(name: String, namespace: HTMLNamespace = .html, quirksMode: HTMLQuirksMode = .noQuirks) {
            self.name = name
            self.namespace = namespace
            self.quirksMode = quirksMode
        }
    }

    /// Makes options: a whole document without scripts and without errors, but for what is given.
    public init(isScripting: Bool = false, collectsErrors: Bool = false, context: Context? = nil) {
        self.isScripting = isScripting
        self.collectsErrors = collectsErrors
        self.context = context
    }
}
