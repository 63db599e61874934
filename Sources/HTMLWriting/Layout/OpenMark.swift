/// The kinds of inline markup.
enum InlineMark: UInt8 {
    case emphasis, strong, strikethrough, link, rawElement
}

/// Inline markup whose element is still open.
struct OpenMark {
    var mark: InlineMark
    var payload: Int
    /// The index of its open event in this run; -1 until the markup has content.
    var event = -1
    /// Whether a nested link interrupts this link, because links cannot contain links in Markdown.
    var isSuspended = false
    /// Whether the element (`b`, `i`) only sets a style, so that it adds nothing inside markup of the same kind.
    var isPresentational: Bool
}
