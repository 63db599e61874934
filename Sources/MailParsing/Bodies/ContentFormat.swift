/// What the text in a field is: the option `format` of all stages that take HTML.
package enum ContentFormat: String, CaseIterable, Sendable {
    /// HTML or plain text, by one rule for all stages.
    case auto
    case html, text

    /// Reads the option `format`.
    ///
    /// - Parameter options: The options of a stage that takes HTML.
    init(options: inout OptionReader) {
        self = options.choice(
            "format", default: ContentFormat.auto,
            help:
                "What a text in the field is. Plain text keeps its lines. auto takes a text for HTML if it is marked up: it begins with an "
                + "element, or has elements in pairs or line breaks, and no blank lines between its paragraphs.")
    }

    /// Whether a text is to be read as HTML.
    package func isHTML(_ text: String) -> Bool {
        switch self {
        case .html: true
        case .text: false
        case .auto: MarkupEvidence.isHTML(text)
        }
    }
}
