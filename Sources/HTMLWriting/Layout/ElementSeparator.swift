import HTMLParsing

/// The separator between an element and the text before and after it.
enum ElementSeparator {
    case none, space
    /// A line end inside of a paragraph.
    case line
    /// The end of a paragraph.
    case paragraph
}

/// The open elements whose children are boxes, which white space separates: flex and grid containers.
struct BoxParents {
    private var nodes: [HTMLNode] = []

    /// Whether a node is a child of the innermost of these elements.
    func holds(_ node: HTMLNode, in document: HTMLDocument) -> Bool {
        guard let parent = nodes.last else { return false }
        return document.parent(of: node) == parent
    }

    mutating func enter(_ node: HTMLNode, _ style: HTMLInlineStyle?) {
        if style?.boxesChildren == true { nodes.append(node) }
    }

    mutating func leave(_ node: HTMLNode) {
        if nodes.last == node { nodes.removeLast() }
    }
}

extension HTMLDocument {
    /// Whether an element is a `kbd` directly after another `kbd`: the names of two keys must not form one word.
    func isKeyBehindKey(_ node: HTMLNode) -> Bool {
        guard isHTML(node, .kbd), let previous = previousSibling(of: node) else { return false }
        return isHTML(previous, .kbd)
    }

    /// The separator around an inline element, or around a container of text such as `div` and `section`.
    ///
    /// - Parameters:
    ///   - style: The element's style, if it has one.
    ///   - bytes: The document's `textBytes`.
    func edge(of node: HTMLNode, _ tag: HTMLTag, _ style: HTMLInlineStyle?, bytes: [UInt8]) -> ElementSeparator {
        switch style?.display {
        case .inline: return tag == .div || tag == .p || tag.isInlineInHTML ? .none : .space
        case .box: return tag.isPhrasing ? .none : .space
        case nil where tag.isInlineInHTML: return .none
        case .block, nil:
            let canBeLine = tag == .div || tag == .center || tag.isInlineInHTML
            return canBeLine && isLine(node, style, bytes: bytes) ? .line : .paragraph
        }
    }

    /// The maximum number of nested blocks around the text of a line.
    private static let maximumWrappers = 8

    /// Whether a block shows one line of a paragraph: no margin separates it from its neighbours, and it contains only inline content, or
    /// one block that is such a line. Blocks with several blocks divide the page, and are no lines.
    private func isLine(_ node: HTMLNode, _ style: HTMLInlineStyle?, bytes: [UInt8]) -> Bool {
        var (block, style) = (node, style)
        for _ in 0..<Self.maximumWrappers {
            if style?.hasMargin == true { return false }
            var inner: HTMLNode?
            var hasText = false
            var next = firstChild(of: block)
            while let child = next {
                next = nextSibling(of: child)
                switch kind(of: child) {
                case .text: hasText = hasText || !bytes.isBlank(textRange(of: child))
                case .element where HiddenContent.hides(tag(of: child)): continue
                case .element where tag(of: child).isInlineInHTML: hasText = true
                case .element:
                    guard inner == nil, isHTML(child, .div) || isHTML(child, .center) else { return false }
                    inner = child
                default: continue
                }
                if hasText, inner != nil { return false }
            }
            guard let inner else { return true }
            block = inner
            style = HTMLInlineStyle(of: inner, in: self, bytes: bytes)
        }
        return false
    }

    /// Whether a style takes an inline element out of its line (`float`, `position`), so that white space separates it from its neighbours.
    /// An initial, a single floating letter before the rest of its word, stays in the word.
    func standsAside(_ node: HTMLNode, _ style: HTMLInlineStyle?, bytes: [UInt8]) -> Bool {
        style?.isOutOfLine == true && !isInitial(node, bytes: bytes)
    }

    /// The greatest length of an initial with a quotation mark, in bytes.
    private static let maximumInitial = 8

    private func isInitial(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        guard let text = firstChild(of: node), nextSibling(of: text) == nil, kind(of: text) == .text else { return false }
        let range = textRange(of: text)
        guard !range.isEmpty, range.count <= Self.maximumInitial, let next = startOfText(behind: node) else { return false }
        // A quotation mark may stand before the letter.
        let start = bytes.startOfScalar(endingAt: range.upperBound)
        return bytes.classAfter(start) == .word && (start == range.lowerBound || bytes.classBefore(start) == .punctuation)
            && bytes.classAfter(next) == .word
    }

    /// The offset of the text that directly follows a node in its line; nil if something else follows.
    func startOfText(behind node: HTMLNode) -> Int? {
        var place = node
        while nextSibling(of: place) == nil, let above = parent(of: place), tag(of: above).isPhrasing {
            place = above
        }
        var upcoming = nextSibling(of: place)
        while let next = upcoming, kind(of: next) == .element, tag(of: next).isPhrasing {
            upcoming = firstChild(of: next) ?? nextSibling(of: next)
        }
        guard let next = upcoming, kind(of: next) == .text else { return nil }
        let range = textRange(of: next)
        return range.isEmpty ? nil : range.lowerBound
    }
}
