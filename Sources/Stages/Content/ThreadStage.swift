internal import HTMLParsing
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The stage `thread`: validates an e-mail thread and builds its timeline.
struct ThreadStage: Stage {
    static let name = "thread"
    static let summary =
        "Checks an e-mail thread, {\"messages\": [{from, date, body, blurb, content_loaded}]}, and builds its timeline as an HTML document."
    static let example = #"{ "type": "thread", "into": "html" }"#

    private let field: FieldPath
    private var reading: MessageReading

    init(options: inout OptionReader) {
        field = options.read(
            "into", .newField, default: FieldPath(name: "html"),
            help: "The field that the timeline is put into: sender and body of each message, oldest first.")
        let format = RecordChoice<ContentFormat>(options: &options)
        let body = options.readIfPresent(
            "body", .fieldOrQuery,
            help: "The field of a message that has its body, or a jq program that gives it. The default is its field body.")
        reading = MessageReading(&options, body: body, format: format)
    }

    var hooks: Hooks { Hooks(closingWarnings: reading.warnings) }

    func process(_ record: inout Record) throws -> Verdict {
        let thread = try reading.thread(of: record)
        reading.note(thread.arrangement)
        let (timeline, remarks) = try thread.timeline()
        record.warnings += remarks
        try record.setDocument(timeline, in: field)
        return .keep
    }

    func copyForWorker() -> ThreadStage {
        var copy = self
        copy.reading = reading.recompiled()
        return copy
    }
}

/// The stage `messages`: splits an e-mail thread into one record per message.
struct MessagesStage: Stage {
    static let name = "messages"
    static let summary =
        "Splits an e-mail thread, {\"messages\": [{…}]}, into its messages as they come: each with its index and, in \"thread\", the fields of its thread."
    static let example = #"{ "type": "messages", "index_field": "position" }"#

    private let threadField: FieldPath
    private let indexField: FieldPath

    init(options: inout OptionReader) {
        threadField = options.read(
            "thread_field", .newField, default: FieldPath(name: "thread"), help: "The field that the thread's own fields are put into.")
        indexField = options.read(
            "index_field", .newField, default: FieldPath(name: "index"),
            help: "The field that the message's place in the thread is put into, counted from 0.")
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        var fields = try record.object()
        let thread = try EmailThread(fields)
        fields["messages"] = nil
        let origin = record.origin
        return .replace(
            with: try thread.messages.enumerated().map { index, message in
                var object = try head(index, of: fields)
                let own = object.count
                for member in message.source {
                    // A field of the message must not replace a field that the stage adds, or be replaced by one.
                    guard !object.prefix(own).contains(where: { JSONKey($0.key) == JSONKey(member.key) }) else {
                        let isIndex = indexField.steps.first == .key(member.key)
                        throw RecordError(
                            "the message has such a field already; name another one with \(isIndex ? "index_field" : "thread_field")",
                            at: ".messages[\(index)].\(member.key)")
                    }
                    object[member.key] = member.value
                }
                return Record(.object(object), origin: origin)
            })
    }

    /// The fields at the start of a message's record: those of the thread, and the index.
    private func head(_ index: Int, of thread: JSONObject) throws -> JSONObject {
        let index = JSONValue.number(JSONNumber(index))
        if let threadName = threadField.name, let indexName = indexField.name {
            return thread.isEmpty ? [indexName: index] : [threadName: .object(thread), indexName: index]
        }
        var record = Record([:])
        if !thread.isEmpty { try record.set(threadField, to: .object(thread)) }
        try record.set(indexField, to: index)
        return try record.object()
    }
}
