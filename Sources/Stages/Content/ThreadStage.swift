internal import MailParsing
internal import Pipeline
internal import HTMLParsing

/// The stage `thread`: validates an e-mail thread and builds its timeline.
struct ThreadStage: Stage {
    static let name = "thread"
    static let summary =
        "Checks an e-mail thread, {\"messages\": [{from, body, blurb, content_loaded}]}, and builds its timeline as an HTML document."
    static let example: String? = #"{ "type": "thread", "into": "html" }"#

    private let field: FieldPath
    private let format: ContentFormat

    init(options: inout OptionReader) {
        field = options.newField(
            "into", default: "html", help: "The field that the timeline is put into: sender and body of each message, oldest first.")
        format = ContentFormat(options: &options)
    }

    func process(_ record: inout Record) throws -> Verdict {
        try record.setDocument(EmailThread(record.object()).timeline(bodies: format), in: field)
        return .keep
    }
}
