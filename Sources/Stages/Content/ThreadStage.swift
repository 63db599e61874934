internal import MailParsing
internal import Pipeline
internal import HTMLParsing

/// The stage `thread`: validates an e-mail thread and builds its timeline.
struct ThreadStage: Stage {
    static let name = "thread"
    static let summary =
        "Checks an e-mail thread, {\"messages\": [{from, date, body, blurb, content_loaded}]}, and builds its timeline as an HTML document."
    static let example = #"{ "type": "thread", "into": "html" }"#

    private let field: FieldPath
    private var reading: MessageReading

    init(options: inout OptionReader) {
        field = options.newField(
            "into", default: "html", help: "The field that the timeline is put into: sender and body of each message, oldest first.")
        let format = RecordChoice<ContentFormat>(options: &options)
        let body = options.optionalFieldOrQuery(
            "body", help: "The field of a message that has its body, or a jq program that gives it. The default is its field body.")
        reading = MessageReading(&options, body: body, format: format)
    }

    var hooks: Hooks { Hooks(closingWarnings: reading.warnings) }

    func process(_ record: inout Record) throws -> Verdict {
        let thread = try reading.thread(of: record)
        reading.note(thread.arrangement)
        let timeline = try thread.timeline()
        record.warnings += timeline.macroRemarks
        try record.setDocument(timeline, in: field)
        return .keep
    }

    func copyForWorker() -> ThreadStage {
        var copy = self
        copy.reading = reading.recompiled()
        return copy
    }
}
