internal import JSONParsing

/// Splits an e-mail thread: one record a message.
struct MessagesStage: Stage {
    static let name = "messages"
    static let summary =
        "Splits an e-mail thread, {\"messages\": [{…}]}, into its messages: each with its index and, in \"thread\", the fields of its thread."
    static let example: String? = #"{ "type": "messages", "index_field": "position" }"#

    private let threadField: String
    private let indexField: String

    init(options: inout OptionReader) {
        threadField = options.string("thread_field", default: "thread", help: "The field that the thread's own fields are put into.")
        indexField = options.string(
            "index_field", default: "index", help: "The field that the message's place in the thread is put into, counted from 0.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        var fields = try record.object()
        let thread = try EmailThread(fields)
        fields["messages"] = nil
        let origin = record.origin
        return .replace(
            with: try thread.messages.enumerated().map { index, message in
                var members: [(String, JSONValue)] = fields.isEmpty ? [] : [(threadField, .object(fields))]
                members.append((indexField, .number(JSONNumber(index))))
                for member in message {
                    // Nothing of a message is lost because the stage wants its name.
                    let isIndex = JSONKey(member.key) == JSONKey(indexField)
                    if isIndex || JSONKey(member.key) == JSONKey(threadField) && !fields.isEmpty {
                        let option = isIndex ? "index_field" : "thread_field"
                        throw RecordError(
                            "the message has such a field already; name another one with \(option)",
                            at: ".messages[\(index)].\(member.key)")
                    }
                    members.append((member.key, member.value))
                }
                return Record(.object(JSONObject(members)), origin: origin)
            })
    }
}
