internal import CivilCalendar
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The jq programs of the stage `threads`, which say where a record has what its header said.
struct ThreadQueries: Sendable {
    private let id: RecordQuery
    private let references: RecordQuery
    private let inReplyTo: RecordQuery
    private let thread: RecordQuery
    private let subject: RecordQuery
    private let date: RecordQuery
    private let read: RecordQuery

    init(options: inout OptionReader) {
        id = options.read(
            "id", .query, default: .fixed(".id"), help: "A jq program that gives the Message-ID, with or without brackets; null for none.")
        references = options.read(
            "references", .query, default: .fixed(".references"),
            help: "A jq program that gives the identifiers in References, the oldest first: a list, or the text of the header.")
        inReplyTo = options.read(
            "in_reply_to", .query, default: .fixed(".in_reply_to"),
            help: "A jq program that gives the identifiers in In-Reply-To: a list, or the text of the header.")
        thread = options.read(
            "thread", .query, default: .fixed(".thread | scalars"),
            help: "A jq program that gives the number of the thread, where the mail provider has made threads, as Gmail in X-GM-THRID. "
                + "Messages with different numbers are never in one thread.")
        subject = options.read("subject", .query, default: .fixed(".subject"), help: "A jq program that gives the subject.")
        date = options.read(
            "date", .query, default: .fixed(".date"),
            help: "A jq program that gives the date: ISO 8601, or the seconds since 1970. The newest message of a thread is the last one.")
        read = options.read(
            "read", .query,
            default: .fixed(
                """
                if (.read | type) == "boolean" then .read elif (.labels | type) != "array" then true \
                else [.labels[] | strings | ascii_downcase] | if any(. == "unread") then false \
                else any(. == "seen") or . - ["draft", "flagged", "passed", "replied", "trashed"] != [] end end
                """),
            help:
                "A jq program that tells whether a message has been read. A thread has been read if all of its messages have. The default "
                + "knows the labels of Gmail and the flags of maildir.")
    }

    /// Reads what the header of a message says about its thread.
    ///
    /// - Throws: ``RecordError`` for a record that is no message, or a value of a wrong type; the error of a program.
    func message(of record: Record) throws -> MessageThreads.Message {
        guard record.value.kind == .object else { throw RecordError("expected a message, found \(record.value.kind.phrase)") }
        return try MessageThreads.Message(
            id: text(id, record, "id").flatMap(MessageIDs.readOne), references: ids(references, record, "references"),
            inReplyTo: ids(inReplyTo, record, "in_reply_to"), thread: text(thread, record, "thread"),
            subject: text(subject, record, "subject"),
            moment: text(date, record, "date").flatMap { ISODate(ofMessage: $0) }?.order.microseconds)
    }

    /// The fields of a thread.
    ///
    /// - Parameters:
    ///   - messages: The messages, the newest last; at least one.
    ///   - root: The message that began the thread; the oldest one if that is not there.
    func thread(of messages: [Record], root: Record) throws -> JSONObject {
        var thread = JSONObject()
        let number = try messages.lazy.compactMap { try self.text(self.thread, $0, "thread") }.first
        let rootID = try number == nil ? text(id, root, "id").flatMap(MessageIDs.readOne) : number
        thread["id"] = rootID.map { .string($0) } ?? .null
        var heading: String?
        for message in messages where heading == nil {
            heading = try text(subject, message, "subject").map(BaseSubject.heading).flatMap { $0.isEmpty ? nil : $0 }
        }
        thread["subject"] = heading.map { .string($0) } ?? .null
        let newest = messages[messages.count - 1]
        thread["from"] = try newest.get("from") ?? .null
        thread["blurb"] = try newest.get("blurb") ?? .null
        thread["read"] = .bool(try messages.allSatisfy { try read.isTrue($0) })
        thread["messages"] = .array(messages.map(\.value))
        return thread
    }

    /// A string or the digits of a number; nil for null.
    private func text(_ query: RecordQuery, _ record: Record, _ option: String) throws -> String? {
        guard let value = try query.first(record), !value.isNull else { return nil }
        switch try value.decoded() {
        case .string(let text): return text
        case .number(let number): return number.text
        default: throw RecordError("\(option) gives \(value.kind.phrase); a string was expected")
        }
    }

    /// The identifiers in a list or a header; none for null.
    private func ids(_ query: RecordQuery, _ record: Record, _ option: String) throws -> [String] {
        guard let value = try query.first(record), !value.isNull else { return [] }
        switch try value.decoded() {
        case .string(let text): return MessageIDs.read(text)
        case .array(let elements):
            var ids: [String] = []
            ids.reserveCapacity(elements.count)
            for element in elements {
                guard case .string(let text) = try element.decoded() else {
                    throw RecordError("\(option) gives a list with \(element.kind.phrase); strings were expected")
                }
                if let id = MessageIDs.readOne(text) { ids.append(id) }
            }
            return ids
        default: throw RecordError("\(option) gives \(value.kind.phrase); a list or a string was expected")
        }
    }
}
