/// The parts of a document that the CSS property `visibility` hides. The property is inherited, and a descendant can override it.
public struct HTMLVisibility: Sendable {
    /// Hidden text, and hidden elements without any visible descendant.
    private var hidden: Set<HTMLNode> = []

    /// Creates a value that hides nothing.
    public init() {}

    /// Finds what the style attributes of a document hide. Skips the walk if the document does not contain the word `visibility`.
    public init(of document: HTMLDocument) {
        let bytes = document.textBytes
        guard Self.mentionsVisibility(in: bytes) else { return }
        /// For each ancestor of the current node, whether it is hidden.
        var states = [false]
        var elements: [HTMLNode] = []
        /// The ancestors of visible elements.
        var visibleAncestors: Set<HTMLNode> = []
        var node = document.root
        walk: while true {
            let isOuterHidden = states[states.count - 1]
            var isHidden = isOuterHidden
            switch document.kind(of: node) {
            case .element:
                if let isVisible = HTMLInlineStyle(of: node, in: document, bytes: bytes)?.isVisible { isHidden = !isVisible }
                if isHidden {
                    elements.append(node)
                } else if isOuterHidden {
                    Self.insertAncestors(to: node, in: document, &visibleAncestors)
                }
            case .text: if isHidden { hidden.insert(node) }
            default: break
            }
            if let child = document.firstChild(of: node) {
                states.append(isHidden)
                node = child
                continue
            }
            while true {
                if let next = document.nextSibling(of: node) {
                    node = next
                    break
                }
                guard let parent = document.parent(of: node) else { break walk }
                states.removeLast()
                node = parent
            }
        }
        for element in elements where !visibleAncestors.contains(element) { hidden.insert(element) }
    }

    /// Whether the text, or the element with all its descendants, is hidden.
    public func hides(_ node: HTMLNode) -> Bool { !hidden.isEmpty && hidden.contains(node) }

    /// Inserts the ancestors of a visible element. Stops at the first one that is in the set already.
    private static func insertAncestors(to node: HTMLNode, in document: HTMLDocument, _ visibleAncestors: inout Set<HTMLNode>) {
        var upcoming = document.parent(of: node)
        while let parent = upcoming, visibleAncestors.insert(parent).inserted { upcoming = document.parent(of: parent) }
    }

    private static func mentionsVisibility(in bytes: [UInt8]) -> Bool {
        var index = 0
        while true {
            index = firstIndex(of: UInt8(ascii: "v"), UInt8(ascii: "V"), UInt8(ascii: "v"), UInt8(ascii: "V"), from: index, in: bytes.span)
            if index + 1 >= bytes.count { return false }
            if bytes[index + 1] | 0x20 == UInt8(ascii: "i"), bytes.begins(with: "visibility", index..<bytes.count) { return true }
            index += 1
        }
    }
}
