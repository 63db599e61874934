internal import HTMLParsing
internal import JSONParsing

/// Checks an e-mail thread: one record a thread.
struct ThreadStage: Stage {
    static let name = "thread"
    static let summary = "Checks an e-mail thread and builds its timeline as an HTML document; one record a thread."
    static let example: String? = #"{ "type": "thread", "into": "html" }"#

    private let field: String

    init(options: inout OptionReader) {
        field = options.string(
            "into", default: "html", help: "The field that the timeline is put into: sender and body of each message, oldest first.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        let thread = try EmailThread(record.object())
        try record.setDocument(thread.timeline, in: field)
        return .keep
    }
}

/// Splits an e-mail thread: one record a message.
struct MessagesStage: Stage {
    static let name = "messages"
    static let summary = "Splits an e-mail thread into its messages: each with its index and, in \"thread\", the fields of its thread."
    static let example: String? = #"{ "type": "messages" }"#

    init(options: inout OptionReader) {}

    func process(_ record: inout Record) throws -> Verdict {
        var fields = try record.object()
        let thread = try EmailThread(fields)
        fields["messages"] = nil
        return .replace(
            with: thread.messages.enumerated().map { index, message in
                var members: [(String, JSONValue)] = fields.isEmpty ? [] : [("thread", .object(fields))]
                members.append(("index", .number(JSONNumber(index))))
                members += message.filter { $0.key != "thread" && $0.key != "index" }.map { ($0.key, $0.value) }
                return Record(.object(JSONObject(members)), origin: record.origin)
            })
    }
}
