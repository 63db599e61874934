import HTMLParsing

/// The mark `<!--more-->` behind the introduction of an article.
extension FlowBuilder {
    /// Writes the mark as a block. A heading or a cell cannot hold it.
    mutating func writeMoreMark() {
        if isInline || preformatted != nil || options.isPlain { return }
        endParagraph()
        writeHTMLBlock(Array("<!--more-->".utf8))
    }

    /// Writes the mark for the rule that Joomla puts at its place.
    ///
    /// - Returns: Whether it is that rule.
    mutating func enterMoreRule(_ node: HTMLNode) -> Bool {
        guard let name = document.attributeRange("id", of: node), bytes.matches("system-readmore", name) else { return false }
        writeMoreMark()
        return true
    }
}
