import HTMLParsing

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
