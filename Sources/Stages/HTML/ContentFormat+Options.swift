public import MailParsing
public import Pipeline

extension RecordChoice where Choice == ContentFormat {
    /// Reads the option `format`, which is optional.
    ///
    /// - Parameters:
    ///   - options: The options of a component that reads HTML.
    ///   - scope: The record, or each element of the list that the component reads.
    public init(options: inout OptionReader, in scope: FieldScope? = nil) {
        self = options.choiceOrQuery(
            "format", default: ContentFormat.auto, in: scope,
            help: Self.help + " A jq program gives one of these, or a media type such as text/html, for each record or element.")
    }

    /// What the formats mean.
    public static var help: String {
        "The format of a text in the field. Plain text keeps its lines. In paragraphs, which is HTML of classic editors, blank lines part "
            + "paragraphs, and line ends break lines. auto takes a text for HTML if it is marked up: it begins with an element, or has elements "
            + "in pairs or line breaks, and fewer signs of plain text; blank lines between its words make that paragraphs."
    }

    /// Returns the format for a record, or for the element of a list as a record of its own.
    ///
    /// - Throws: ``RecordError`` if the program gives no format; the error of the program.
    public func format(for record: Record) throws -> ContentFormat {
        try value(for: record, default: .auto) { ContentFormat(named: $0) }
    }
}
