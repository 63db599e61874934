internal import HTMLParsing

/// Writes a part of a document as HTML inside Markdown.
///
/// The output has no empty lines, which would end the HTML block, and no hidden content. Its elements, attributes and addresses are those
/// that the sanitiser allows.
///
/// - SeeAlso: [CommonMark 4.6, HTML blocks](https://spec.commonmark.org/0.31.2/#html-blocks)
struct RawHTMLWriter: HTMLVisitor {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let keepsMore: Bool
    private let targets: LinkTargets
    private(set) var out: [UInt8] = []
    private var preformattedDepth = 0

    /// The profile for mail is the widest: it allows layout and harmless styles.
    private static let sanitizer = HTMLSanitizer(profile: .email)

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - document: The document that the nodes belong to.
    ///   - visibility: The nodes that styles hide. Not needed to write single tags.
    ///   - keepsMore: Whether to write the mark `<!--more-->`.
    ///   - targets: The links inside the document.
    init(document: HTMLDocument, visibility: HTMLVisibility = HTMLVisibility(), keepsMore: Bool = false, _ targets: LinkTargets) {
        self.document = document
        self.keepsMore = keepsMore
        bytes = document.textBytes
        self.visibility = visibility
        self.targets = targets
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        switch document.kind(of: node) {
        case .text:
            if !visibility.hides(node) { append(text: bytes[document.textRange(of: node)]) }
            return false
        case .element:
            let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
            if HiddenContent.hides(node, in: document, style: style, visibility: visibility, asHTML: true) { return false }
            let tag = document.tag(of: node)
            guard let attributes = Self.attributes(of: node, in: document, targets) else { return !tag.isVoid }
            if isImplied(node, tag) { return true }
            if tag == .pre { preformattedDepth += 1 }
            append(startTag: node, attributes)
            return !tag.isVoid
        case .document, .templateContent: return true
        case .comment:
            if keepsMore, MoreMark.isMark(bytes, in: document.textRange(of: node)) { out.append(contentsOf: "<!--more-->".utf8) }
            return false
        case .documentType: return false
        }
    }

    mutating func leave(_ node: HTMLNode) {
        let tag = document.tag(of: node)
        guard document.kind(of: node) == .element, Self.attributes(of: node, in: document, targets) != nil, !isImplied(node, tag) else {
            return
        }
        if tag == .pre { preformattedDepth -= 1 }
        append(endTag: node)
    }

    /// Whether an HTML parser adds the element by itself: the first table body.
    private func isImplied(_ node: HTMLNode, _ tag: HTMLTag) -> Bool {
        guard tag == .tbody, document.firstChild(of: node) != nil, document.attributes(of: node).isEmpty else { return false }
        var previous = document.previousSibling(of: node)
        while let sibling = previous, document.kind(of: sibling) != .element { previous = document.previousSibling(of: sibling) }
        return previous.map { document.tag(of: $0) != .tbody } ?? true
    }

    /// The allowed attributes of an element; nil if the element itself is not allowed.
    static func attributes(of node: HTMLNode, in document: HTMLDocument, _ targets: LinkTargets) -> [HTMLAttribute]? {
        sanitizer.safeAttributes(of: node, in: document, targets)
    }

    /// The tags of an element; nil if the element is not allowed.
    static func tags(of node: HTMLNode, in document: HTMLDocument, _ targets: LinkTargets) -> RawElement? {
        guard let attributes = attributes(of: node, in: document, targets) else { return nil }
        var start = RawHTMLWriter(document: document, targets)
        start.append(startTag: node, attributes)
        var end = RawHTMLWriter(document: document, targets)
        if !document.tag(of: node).isVoid { end.append(endTag: node) }
        return RawElement(startTag: start.out, endTag: end.out)
    }

    private mutating func append(startTag node: HTMLNode, _ attributes: [HTMLAttribute]) {
        out.append(0x3C)
        out.append(contentsOf: document.tag(of: node).name.utf8)
        for attribute in attributes {
            out.append(0x20)
            out.append(contentsOf: attribute.name.utf8)
            out.append(contentsOf: "=\"".utf8)
            append(attribute.value.utf8)
            out.append(0x22)
        }
        out.append(0x3E)
    }

    private mutating func append(endTag node: HTMLNode) {
        out.append(contentsOf: "</".utf8)
        out.append(contentsOf: document.tag(of: node).name.utf8)
        out.append(0x3E)
    }

    /// Appends text. Outside preformatted text, collapses white space that contains line ends to one line end.
    private mutating func append(text: some Sequence<UInt8>) {
        if preformattedDepth > 0 { return append(text) }
        var folded: [UInt8] = []
        var isAtLineEnd = out.last == 0x0A
        for byte in text {
            if byte == 0x0A || byte == 0x0D {
                while folded.last == 0x20 || folded.last == 0x09 { folded.removeLast() }
                if !isAtLineEnd { folded.append(0x0A) }
                isAtLineEnd = true
            } else if !isAtLineEnd || !byte.isFoldedSpace {
                folded.append(byte)
                isAtLineEnd = false
            }
        }
        append(folded)
    }

    /// Appends text or an attribute value. Writes line ends that would make an empty line as character references.
    private mutating func append(_ text: some Sequence<UInt8>) {
        var lineIsEmpty = out.last == 0x0A
        for byte in text {
            switch byte {
            case 0x26: out.append(contentsOf: "&amp;".utf8)
            case 0x3C: out.append(contentsOf: "&lt;".utf8)
            case 0x3E: out.append(contentsOf: "&gt;".utf8)
            case 0x22: out.append(contentsOf: "&quot;".utf8)
            case 0x0D: out.append(contentsOf: "&#13;".utf8)
            case 0x0A where lineIsEmpty: out.append(contentsOf: "&#10;".utf8)
            default: out.append(byte)
            }
            lineIsEmpty = byte == 0x0A || lineIsEmpty && (byte == 0x20 || byte == 0x09)
        }
    }
}

/// The tags of an element that is written as HTML around Markdown.
struct RawElement {
    var startTag: [UInt8]
    var endTag: [UInt8]
}

/// Recognizes the comments that mark the end of an introduction.
enum MoreMark {
    /// Whether a comment is `more`, also with the words of its link (WordPress), or `break` (Drupal).
    static func isMark(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        let text = bytes.trimmed(range)
        if bytes.matches("break", text) { return true }
        guard bytes.begins(with: "more", text) else { return false }
        return text.count == 4 || bytes[text.lowerBound + 4].isFoldedSpace
    }
}
