/// Builds the document from tokens.
///
/// The rules stand in one file for each insertion mode or for a few that belong together. Where the standard says "reprocess the token", a
/// rule answers `.reprocess` after it has changed the insertion mode; so nothing here calls itself.
///
/// - SeeAlso: [HTML 13.2.6, Tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
struct HTMLTreeBuilder {
    /// How many elements may be open at once. The element that would be one more takes the place of the innermost one: it becomes its next
    /// sibling. Browsers flatten such trees too; no text is lost, and all questions to the stack stay cheap. The standard knows no bound.
    static let maximumDepth = 512

    /// How many formatting elements may be opened again on top of four for every start tag. What goes beyond is not opened again.
    static let maximumReconstructed = 65_536

    /// Stands for the context element of a fragment where that is a form.
    static let contextNode: Int32 = -2

    var document = HTMLDocument()
    var stack = HTMLOpenElements()
    var formatting = HTMLFormattingElements()
    var mode = HTMLInsertionMode.initial
    var originalMode = HTMLInsertionMode.initial
    var templateModes: [HTMLInsertionMode] = []
    /// The head element; -1 as long as there is none.
    var head: Int32 = -1
    /// The form that is open; -1 for none.
    var form: Int32 = -1
    var framesetIsOK = true
    /// What later tags have added to `html` and `body`, by their nodes.
    var addedAttributes: [Int32: HTMLAddedAttributes] = [:]
    /// Whether what does not belong into a table goes before it.
    var isFosterParenting = false
    /// Whether `noscript` holds text, as in a browser that runs scripts.
    let isScripting: Bool
    /// The context element of a fragment.
    let context: HTMLOpenElement?

    /// Whether a line feed at the start of the next text is to be left out.
    var skipsLineFeed = false
    /// The state in which the tokenizer goes on after the start tag at hand.
    var tokenizerState = HTMLTokenizerState.data
    private(set) var acknowledgesSelfClosing = false
    /// Text that stands in a table and may have to go before it.
    var tableText: [UInt8] = []
    /// Where texts end that may still grow in place; for those that are no longer at the end of the buffer.
    var reservedEnds: [Int32: Int] = [:]
    var startTags = 0
    var reconstructed = 0
    var selects: [Int32: HTMLSelectState] = [:]
    var clonedNodes = 0

    init(isScripting: Bool = false) {
        self.isScripting = isScripting
        context = nil
    }

    /// A builder for a fragment. The root takes the part of the `html` element that the standard makes for it.
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

    /// The state in which the tokenizer starts.
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

    /// The innermost open element, but for a fragment whose root is the only one, its context element.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    @inline(__always)
    var adjustedCurrent: HTMLOpenElement? {
        if let context, stack.count == 1 { return context }
        return stack.last
    }

    /// The tag of the innermost open element if that is one of HTML.
    @inline(__always)
    var currentTag: HTMLTag { stack.last?.tag ?? .other }

    mutating func acknowledgeSelfClosing() { acknowledgesSelfClosing = true }
}

extension HTMLTreeBuilder: HTMLTokenSink {
    var allowsCDATA: Bool {
        guard let current = adjustedCurrent else { return false }
        return current.namespace != .html
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
        return tokenizerState
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
    }
}
