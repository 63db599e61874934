/// The format of a text: HTML or plain text.
public enum ContentFormat: String, CaseIterable, Sendable {
    /// Detects HTML by the markup in the text.
    case auto
    /// HTML, whatever the text looks like.
    case html
    /// Plain text, whatever the text looks like.
    case text

    /// Returns whether to parse a text as HTML.
    ///
    /// - Parameter text: The whole text. Only `auto` reads it, in linear time.
    public func isHTML(_ text: String) -> Bool {
        switch self {
        case .html: true
        case .text: false
        case .auto: HTMLDetector.isHTML(text)
        }
    }
}
