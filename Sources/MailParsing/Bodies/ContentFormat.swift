/// What a text is: HTML, or plain text.
public enum ContentFormat: String, CaseIterable, Sendable {
    /// HTML or plain text, by one rule for all stages.
    case auto
    case html, text

    /// Whether a text is to be read as HTML.
    public func isHTML(_ text: String) -> Bool {
        switch self {
        case .html: true
        case .text: false
        case .auto: HTMLDetector.isHTML(text)
        }
    }
}
