public import MailParsing
public import Pipeline

extension ContentFormat {
    /// Reads the option `format`, which is optional.
    ///
    /// - Parameter options: The options of a component that reads HTML.
    public init(options: inout OptionReader) {
        self = options.choice(
            "format", default: ContentFormat.auto,
            help:
                "The format of a text in the field. Plain text keeps its lines. auto takes a text for HTML if it is marked up: it begins with an "
                + "element, or has elements in pairs or line breaks, and no blank lines between its paragraphs.")
    }
}
