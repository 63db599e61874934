internal import HTMLParsing

extension HTMLDocument {
    /// Replaces an element by a `div` with the same content.
    ///
    /// - Returns: The new `div`.
    @discardableResult mutating func replaceWithBlock(_ element: HTMLNode) -> HTMLNode {
        let block = makeElement(.div)
        while let child = firstChild(of: element) { append(child, to: block) }
        replace(element, with: block)
        return block
    }
}
