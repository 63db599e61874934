import HTMLParsing

/// Decides whether a list is loose: an item contains `p` elements, or blocks that only an empty line can separate.
///
/// - SeeAlso: [CommonMark 5.3, Lists](https://spec.commonmark.org/0.31.2/#lists)
struct ListShape: HTMLVisitor {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let list: HTMLNode
    /// The last block of the item.
    private var last = BlockKind.none
    /// Whether following text belongs to the last block.
    private var isOpen = false

    private(set) var isLoose = false

    /// Scans the list, but not the content of nested lists and quotes, so that nested lists take linear time.
    init(of list: HTMLNode, in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility) {
        self.document = document
        self.bytes = bytes
        self.visibility = visibility
        self.list = list
        document.walk(list, &self)
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        if isLoose { return false }
        switch document.kind(of: node) {
        case .text:
            if !isOpen, !visibility.hides(node), !bytes.isBlank(document.textRange(of: node)) { begin(.paragraph) }
            return false
        case .element: return node == list || enter(element: node)
        default: return true
        }
    }

    private mutating func enter(element node: HTMLNode) -> Bool {
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return false }
        let tag = document.tag(of: node)
        switch tag {
        case .li:
            last = .none
            isOpen = false
        case .p where document.parent(of: node).map { document.tag(of: $0) == .li } ?? false: isLoose = true
        case .ul, .ol, .menu, .dir: return begin(.list)
        case .blockquote: return begin(.quote)
        case .pre, .listing, .xmp: return begin(.code)
        case .h1, .h2, .h3, .h4, .h5, .h6: return begin(.heading)
        case .hr: return begin(.rule)
        case .table:
            if TableShape(of: node, in: document, bytes: bytes).isData { return begin(.table) }
            isOpen = false
        case .img, .image:
            if !isOpen { begin(.paragraph) }
        default: if endsParagraph(node, tag, style) { isOpen = false }
        }
        return true
    }

    mutating func leave(_ node: HTMLNode) {
        guard document.kind(of: node) == .element else { return }
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if endsParagraph(node, document.tag(of: node), style) { isOpen = false }
    }

    private func endsParagraph(_ node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?) -> Bool {
        if tag.isInlineInHTML, style?.display != .block { return false }
        return document.edge(of: node, tag, style, bytes: bytes) == .paragraph
    }

    /// Records that a block begins in the item.
    ///
    /// - Returns: False, so that the walk skips the block's descendants.
    @discardableResult
    private mutating func begin(_ kind: BlockKind) -> Bool {
        if last != .none, kind.needsBlankLine(after: last) { isLoose = true }
        last = kind
        isOpen = kind == .paragraph
        return false
    }
}
