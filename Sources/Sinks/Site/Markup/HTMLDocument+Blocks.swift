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
