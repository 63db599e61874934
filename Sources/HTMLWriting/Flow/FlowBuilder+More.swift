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
