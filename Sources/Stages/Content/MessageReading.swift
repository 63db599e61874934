internal import JSONParsing
public import MailParsing
public import Pipeline
internal import Synchronization

/// The options that say how the messages of threads are read: jq programs for messages of other formats, and the order.
public struct MessageReading: Sendable {
    /// The programs, each with the field of a message that its value replaces.
    private var programs: [(field: RecordField, query: RecordQuery)]
    private var body: FieldOrQuery?
    private var format: RecordChoice<ContentFormat>
    private var order: RecordChoice<MessageOrder>
    private let counts = ArrangementCounts()
    private let fields = MessageFieldCounts()

    /// Reads the options `from`, `date`, `loaded` and `order`.
    ///
    /// - Parameters:
    ///   - body: The option `body`, which the component declares.
    ///   - format: The option `format`, which the component declares.
    public init(_ options: inout OptionReader, body: FieldOrQuery?, format: RecordChoice<ContentFormat>) {
        var programs: [(field: RecordField, query: RecordQuery)] = []
        func read(_ name: String, _ field: RecordField, _ example: String) {
            let help =
                "A jq program for a message that gives its \(field.name), such as \(example). The default is its field \(field.name)."
            if let query = options.readIfPresent(name, .query, help: help) { programs.append((field, query.reading("message"))) }
        }
        read("from", EmailThread.sender, "{name: .author.name, email: .author.email}")
        read("date", EmailThread.date, ".headers.date | to_iso")
        read("loaded", EmailThread.isLoaded, ".body != null")
        self.programs = programs
        self.body = body
        self.format = format
        order = options.read(
            "order", .choiceOrQuery(), default: .fixed(MessageOrder.auto),
            help:
                "The order of the messages, the newest last. auto looks at their dates: it turns a thread round that comes newest first, and "
                + "sorts one in no order. as_is keeps the order, date always sorts. A jq program gives one of these words for a thread.")
    }

    /// Returns the same options with programs of their own, for ``Stage/copyForWorker()``. The counts are shared.
    func recompiled() -> MessageReading {
        var copy = self
        copy.programs = programs.map { ($0.field, $0.query.recompiled()) }
        if case .query(let query)? = body { copy.body = .query(query.recompiled()) }
        copy.format = format.recompiled()
        copy.order = order.recompiled()
        return copy
    }

    /// Returns the thread of a record, with its messages in order.
    ///
    /// - Throws: ``RecordError`` with the path of the first member that is missing or of a wrong kind; the error of a program.
    public func thread(of record: Record) throws -> EmailThread {
        var thread = try EmailThread(record.object(), reading: self)
        fields.note(thread.messages, programs.map(\.field))
        thread.arrange(try order.value(for: record, default: .auto))
        return thread
    }

    /// Returns the format of a message's body.
    ///
    /// - Parameters:
    ///   - message: The message as it came.
    ///   - path: The path of the message in its record.
    /// - Throws: ``RecordError`` with the path if the program of the option gives no format; the error of the program.
    func format(of message: JSONObject, at path: String) throws -> ContentFormat {
        if case .fixed(let format) = format { return format }
        do {
            return try format.format(for: Record(.object(message)))
        } catch let error as RecordError {
            throw RecordError(error.reason, at: path + (error.path ?? ""))
        }
    }

    /// Returns a message with the values of the programs in its fields.
    func applied(to message: JSONObject) throws -> JSONObject {
        if programs.isEmpty, body == nil { return message }
        let record = Record(.object(message))
        var message = message
        // Without a value, the message keeps its own body: on a site with articles, the option may name their field.
        if let value = try body?.value(for: record), !value.isNull { message[EmailThread.body.name] = value }
        for (field, query) in programs { message[field.name] = try query.first(record) ?? nil }
        return message
    }

    /// Counts the change of order of a thread that is shown.
    ///
    /// - Parameter place: The name of the thread for the warning; nil if threads come in no certain order.
    public func note(_ arrangement: MessageOrder.Arrangement, at place: String? = nil) { counts.note(arrangement, at: place) }

    /// The warnings about fields that no message has, and about the order of messages.
    public var warnings: [String] { fields.warnings + counts.warnings() }
}

/// Counts the threads of a run whose messages were put in order. A class, because workers share it.
final class ArrangementCounts: Sendable {
    private struct Count {
        var threads = 0
        var messages = 0
        var first: String?

        /// The name of the first thread in brackets.
        var place: String { first.map { threads > 1 ? " (the first is \($0.printable))" : " (\($0.printable))" } ?? "" }
    }

    private struct Counts {
        var sorted = Count()
        /// Messages without dates in threads that stay as they came.
        var undated = Count()
        /// Messages without dates in threads that are sorted.
        var placed = Count()
    }

    private let counts = Mutex(Counts())

    /// Counts a thread.
    ///
    /// - Parameter place: The name of the thread; nil if threads come in no certain order.
    func note(_ arrangement: MessageOrder.Arrangement, at place: String? = nil) {
        func add(_ messages: Int, to count: inout Count) {
            if count.threads == 0 { count.first = place }
            count.threads += 1
            count.messages += messages
        }
        switch arrangement {
        case .untouched, .reversed, .dated(undated: 0): return
        case .sorted: counts.withLock { add(0, to: &$0.sorted) }
        case .dated(let messages): counts.withLock { add(messages, to: &$0.placed) }
        case .undated(let messages): counts.withLock { add(messages, to: &$0.undated) }
        }
    }

    /// A sentence for each kind of arrangement that may be a mistake.
    ///
    /// - Parameter hasOptions: Whether options change the order. Without them, only threads that were sorted give a warning.
    func warnings(hasOptions: Bool = true) -> [String] {
        let counts = counts.withLock { $0 }
        var warnings: [String] = []
        if counts.sorted.threads > 0 {
            let threads = counts.sorted.threads.counted("thread")
            warnings.append(
                "the messages of \(threads)\(counts.sorted.place) came in no order, and are sorted by date"
                    + (hasOptions ? "; \"order\": \"as_is\" keeps them as they come" : ""))
        }
        guard hasOptions else { return warnings }
        for (count, order, advice) in [
            (counts.undated, "so the order is as they came", ", and \"order\": \"as_is\" says that the order is right"),
            (counts.placed, "so each stays behind the message in front of it", ""),
        ] where count.threads > 0 {
            let (messages, threads) = (count.messages.counted("message"), count.threads.counted("thread"))
            warnings.append(
                "\(messages) of \(threads)\(count.place) \(count.messages == 1 ? "has" : "have") no date that can be read, \(order); "
                    + "the option date takes a jq program, such as \".date | to_iso\"\(advice)")
        }
        return warnings
    }
}

/// Counts which fields the messages of a run have: a field that none of them has is probably misspelt. A class, because workers share it.
private final class MessageFieldCounts: Sendable {
    private struct Counts {
        var messages = 0
        var texts = 0
        /// The options with programs, each with the number of messages for which it gave a value.
        var programs: [(name: String, values: Int)] = []
    }

    private let counts = Mutex(Counts())

    /// Counts the messages of a thread.
    ///
    /// - Parameter options: The options whose programs made fields of the messages.
    func note(_ messages: [EmailThread.Message], _ options: [RecordField]) {
        func isThere(_ field: RecordField, _ message: EmailThread.Message) -> Bool {
            message.object[field.name].map { !$0.isNull } ?? false
        }
        let texts = messages.count { isThere(EmailThread.body, $0) || isThere(EmailThread.blurb, $0) }
        let values = options.map { field in messages.count { isThere(field, $0) } }
        counts.withLock { counts in
            if counts.programs.isEmpty { counts.programs = options.map { ($0.name, 0) } }
            counts.messages += messages.count
            counts.texts += texts
            for (index, count) in values.enumerated() { counts.programs[index].values += count }
        }
    }

    /// A sentence for each field that no message has.
    var warnings: [String] {
        let counts = counts.withLock { $0 }
        guard counts.messages > 0 else { return [] }
        var warnings: [String] = []
        if counts.texts == 0 {
            warnings.append("no message has a body or a blurb; the option body names another field, or takes a jq program")
        }
        let messages = counts.messages.counted("message")
        for program in counts.programs where program.values == 0 {
            warnings.append("the program of the option \(program.name) gives nothing for any of \(messages)")
        }
        return warnings
    }
}
