/// The parts of a document that `visibility` hides. The property is inherited, and an element further in can take it back.
package struct HTMLVisibility: Sendable {
    /// Elements of which nothing is shown, and text that is not shown. An element with something visible inside is none of them.
    private var hidden: Set<HTMLNode> = []

    /// Hides nothing.
    package init() {}

    /// Finds what style attributes hide. One pass, and that only where the property is named.
    package init(of document: HTMLDocument) {
        let bytes = document.textBytes
        guard Self.mentionsVisibility(in: bytes) else { return }
        /// Whether each element around the node is hidden.
        var states = [false]
        var elements: [HTMLNode] = []
        /// Hidden elements with something visible inside.
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

    /// Whether nothing of an element, or of a text, is shown.
    package func hides(_ node: HTMLNode) -> Bool { !hidden.isEmpty && hidden.contains(node) }

    /// Adds the elements around a visible one, up to those that have been added before.
    private static func insertAncestors(to node: HTMLNode, in document: HTMLDocument, _ visibleAncestors: inout Set<HTMLNode>) {
        var upcoming = document.parent(of: node)
        while let parent = upcoming, visibleAncestors.insert(parent).inserted { upcoming = document.parent(of: parent) }
    }

    private static func mentionsVisibility(in bytes: [UInt8]) -> Bool {
        let name: StaticString = "visibility"
        guard bytes.count >= name.utf8CodeUnitCount else { return false }
        for index in 0...bytes.count - name.utf8CodeUnitCount where bytes[index] | 0x20 == 0x76 {
            if bytes.begins(with: name, index..<bytes.count) { return true }
        }
        return false
    }
}
