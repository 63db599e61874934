/// Builds the document tree from tokens.
///
/// Each file holds the rules of one insertion mode, or of a few related ones. Where the standard says "reprocess the token", a rule changes
/// the insertion mode and returns `.reprocess`; no rule calls itself.
///
/// - SeeAlso: [HTML 13.2.6, Tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
struct HTMLTreeBuilder {
    /// The maximum number of open elements. One more element becomes the next sibling of the innermost one instead of its child, so that no
    /// text is lost and searches of the stack stay cheap. Browsers flatten deep trees too; the standard has no limit.
    static let maximumDepth = 512

    /// The maximum number of formatting elements to reconstruct, in addition to four per start tag. Further elements are not reconstructed.
    static let maximumReconstructed = 65_536

    /// The form element pointer's value if the context element of a fragment is a form, which has no node.
    static let contextNode: Int32 = -2

    var document = HTMLDocument()
    var stack = HTMLOpenElements()
    var formatting = HTMLFormattingElements()
    var mode = HTMLInsertionMode.initial
    var originalMode = HTMLInsertionMode.initial
    var templateModes: [HTMLInsertionMode] = []
    /// The head element pointer; -1 for none.
    var head: Int32 = -1
    /// The form element pointer; -1 for none.
    var form: Int32 = -1
    var framesetIsOK = true
    /// The attributes that later tags have added to `html` and `body`, by node.
    var addedAttributes: [Int32: HTMLAddedAttributes] = [:]
    /// Whether foster parenting is enabled: content that is not allowed in a table goes before it.
    var isFosterParenting = false
    /// The scripting flag: whether the content of `noscript` is text.
    let isScripting: Bool
    /// Whether a tag such as `<p/>` also ends its element, as in XHTML.
    var closesEmptyTags = false
    /// The context element of a fragment; nil for a document.
    let context: HTMLOpenElement?

    /// Whether to ignore a line feed at the start of the next text, as after `<pre>`.
    var skipsLineFeed = false
    /// The tokenizer's state after the current start tag.
    var tokenizerState = HTMLTokenizerState.data
    private(set) var acknowledgesSelfClosing = false
    /// The pending table character tokens.
    var tableText: [UInt8] = []
    /// For text nodes with reserved room after them: the end of that room in the buffer.
    var reservedEnds: [Int32: Int] = [:]
    var startTags = 0
    var reconstructed = 0
    var selects: [Int32: HTMLSelectState] = [:]
    var clonedNodes = 0
    /// Whether the document has elements of Confluence's storage format.
    var hasStorageFormat = false

    init(isScripting: Bool = false) {
        self.isScripting = isScripting
        context = nil
    }

    /// Creates a builder for a fragment. The document's root replaces the `html` element of the standard's algorithm.
    ///
    /// - SeeAlso: [HTML 13.4, Parsing HTML fragments](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments)
    init(isScripting: Bool, context tag: HTMLTag, namespace: HTMLNamespace, quirksMode: HTMLQuirksMode) {
        self.isScripting = isScripting
        context = HTMLOpenElement(node: Self.contextNode, tag: tag, namespace: namespace)
        document.quirksMode = quirksMode
        stack.push(HTMLOpenElement(node: 0, tag: .html, namespace: .html))
        if tag == .template, namespace == .html { templateModes.append(.inTemplate) }
        if tag == .form, namespace == .html { form = Self.contextNode }
        resetInsertionMode()
    }

    /// The tokenizer's initial state.
    var initialTokenizerState: HTMLTokenizerState {
        guard let context, context.namespace == .html else { return .data }
        switch context.tag {
        case .title, .textarea: return .rcdata
        case .style, .xmp, .iframe, .noembed, .noframes: return .rawtext
        case .script: return .scriptData
        case .noscript: return isScripting ? .rawtext : .data
        case .plaintext: return .plaintext
        default: return .data
        }
    }

    /// The innermost open element; for a fragment with no other element than the root open, its context element.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    @inline(__always)
    var adjustedCurrent: HTMLOpenElement? {
        if let context, stack.count == 1 { return context }
        return stack.last
    }

    /// The tag of the innermost open element; `.other` if it is not an HTML element.
    @inline(__always)
    var currentTag: HTMLTag { stack.last?.tag ?? .other }

    mutating func acknowledgeSelfClosing() { acknowledgesSelfClosing = true }
}

extension HTMLTreeBuilder: HTMLTokenSink {
    var allowsCDATA: Bool {
        guard let current = adjustedCurrent else { return false }
        if current.namespace != .html { return true }
        return hasStorageFormat && current.node >= 0 && document.names.isStorageFormat(document.nodes[Int(current.node)].nameID)
    }

    mutating func intern(_ name: Span<UInt8>) -> HTMLNameID { document.names.add(name) }

    mutating func startTag(_ token: HTMLTagToken, source: Span<UInt8>, decoded: Span<UInt8>) -> HTMLTokenizerState {
        skipsLineFeed = false
        acknowledgesSelfClosing = false
        tokenizerState = .data
        startTags &+= 1
        let attributes = document.append(token.attributes, source: source, decoded: decoded)
        let start = HTMLStartTag(tag: token.tag, name: token.name, attributes: attributes, isSelfClosing: token.isSelfClosing)
        while process(start) == .reprocess {}
        if token.isSelfClosing, closesEmptyTags { closeEmpty(token) }
        return tokenizerState
    }

    /// Ends the element of an XHTML tag such as `<p/>`, unless the rules of HTML have ended it.
    private mutating func closeEmpty(_ token: HTMLTagToken) {
        guard !acknowledgesSelfClosing, let current = stack.last, current.localTag == token.tag else { return }
        endTag(token)
        tokenizerState = .data
    }

    mutating func endTag(_ token: HTMLTagToken) {
        skipsLineFeed = false
        let end = HTMLEndTag(tag: token.tag, name: token.name)
        while process(end) == .reprocess {}
    }

    mutating func comment(_ range: Range<Int>, in bytes: Span<UInt8>) {
        skipsLineFeed = false
        if mode == .inTableText { flushTableText() }
        let data = document.append(bytes.extracting(range))
        let comment = document.add(HTMLNodeRecord(.comment, start: data.lowerBound, count: data.count))
        switch mode {
        case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset:
            document.link(comment, asLastChildOf: document.root)
        case .afterBody:
            document.link(comment, asLastChildOf: HTMLNode(index: stack.entries.first?.node ?? 0))
        default:
            place(comment.index, at: insertionLocation())
        }
    }

    mutating func documentType(_ token: HTMLDocumentTypeToken) {
        skipsLineFeed = false
        if mode == .inTableText { flushTableText() }
        if mode == .initial { initialDocumentType(token) }
    }

    mutating func endOfFile() {
        storeAddedAttributes()
        while processEndOfFile() == .reprocess {}
        while popElement() != nil {}
        if hasStorageFormat { ConfluenceStorageReader.read(&document) }
    }
}

/// The insertion modes of the tree construction.
///
/// - SeeAlso: [HTML 13.2.4.1, The insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode)
enum HTMLInsertionMode: UInt8 {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
    case inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}
