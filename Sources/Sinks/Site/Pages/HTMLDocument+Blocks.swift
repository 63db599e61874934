internal import HTMLParsing

extension HTMLDocument {
    /// Puts a plain block in the place of an element that means more than a page can take; what is in it stays.
    ///
    /// - Returns: The block.
    @discardableResult mutating func replaceWithBlock(_ element: HTMLNode) -> HTMLNode {
        let block = makeElement(.div)
        while let child = firstChild(of: element) { append(child, to: block) }
        replace(element, with: block)
        return block
    }
}
