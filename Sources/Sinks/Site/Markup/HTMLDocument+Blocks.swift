internal import HTMLParsing

extension HTMLDocument {
    /// Replaces an element by a `div` with the same content and ID.
    ///
    /// - Returns: The new `div`.
    @discardableResult mutating func replaceWithBlock(_ element: HTMLNode) -> HTMLNode {
        let block = makeElement(.div, attributes: attributes(of: element).filter { $0.name == "id" })
        while let child = firstChild(of: element) { append(child, to: block) }
        replace(element, with: block)
        return block
    }
}

extension HTMLDocument {
    /// Gives each block of text the direction of its content, whatever that of the page is.
    ///
    /// A list has one direction, because the space for the markers of its items is on one side.
    mutating func setDirections() {
        var listed: Set<HTMLNode> = []
        for node in Array(descendants(of: root)) where kind(of: node) == .element {
            if let parent = parent(of: node), isList(parent) || listed.contains(parent) {
                listed.insert(node)
                continue
            }
            switch tag(of: node) {
            case .h1, .h2, .h3, .h4, .h5, .h6, .p, .ul, .ol, .td, .th, .figcaption, .summary, .dt, .dd:
                if attribute("dir", of: node) == nil { setAttribute("dir", to: "auto", of: node) }
            default: break
            }
        }
    }

    private func isList(_ node: HTMLNode) -> Bool { isHTML(node, .ul) || isHTML(node, .ol) }
}
