internal import MailParsing
internal import Pipeline

/// Sends the messages of one mailbox, which arrives in pieces.
struct MailboxSender: Sendable {
    private let options: MessageOptions
    private var reader: MailboxReader
    /// The place of the last message.
    private var origin: Origin
    private var count = 0

    /// - Parameters:
    ///   - dialect: How the mailbox keeps lines that begin with From.
    ///   - options: The options of the source.
    ///   - origin: The place of the mailbox.
    init(_ dialect: MailboxDialect, _ options: MessageOptions, origin: Origin) {
        self.options = options
        self.origin = origin
        reader = MailboxReader(dialect, limits: options.limits, keepsAttachments: options.keepsAttachments)
    }

    /// Sends the messages that end in the next bytes.
    mutating func send(_ chunk: [UInt8], into output: inout RecordWriter) async throws {
        try await send(reader.read(chunk.span), into: &output)
    }

    /// Sends the last message, and warns of lines that may be the beginnings of others.
    mutating func finish(into output: inout RecordWriter) async throws {
        try await send(reader.finish(), into: &output)
        let (unclear, covered) = (reader.unclearLines, reader.coveredLines)
        if unclear.count > 0 {
            warn(
                "\(words(unclear)) like the beginning of a message, without a date, an empty line in front or a header below", unclear,
                output)
        }
        if covered.count > 0 {
            warn(
                "\(words(covered)) like the beginning of a message inside of the length that a header Content-Length gives; with another "
                    + "dialect, such as mboxrd, the length does not count", covered, output)
        }
    }

    private func words(_ lines: DoubtfulLines) -> String {
        lines.count == 1 ? "a line is read as text that looks" : "\(lines.count) lines are read as text that look"
    }

    private func warn(_ text: String, _ lines: DoubtfulLines, _ output: borrowing RecordWriter) {
        let place = lines.count == 1 ? "it begins" : "the first one begins"
        output.warn("\(text); \(place) at byte \(lines.offset)", of: origin.source, mayMissRecords: true)
    }

    private mutating func send(_ messages: [MailboxMessage], into output: inout RecordWriter) async throws {
        var records: [Record] = []
        records.reserveCapacity(messages.count)
        var origin = origin.separated()
        for found in messages {
            count += 1
            if count == 1, !found.hasFromLine { try checkStart(found.message, output) }
            (origin.item, origin.byteOffset) = (count, found.offset)
            records.append(MessageRecord(found.message, options).record(at: origin))
        }
        try await output.send(contentsOf: records)
    }

    /// Checks a mailbox that does not begin like one.
    private func checkStart(_ message: MIMEMessage, _ output: borrowing RecordWriter) throws {
        guard message.headers.count > 0 else {
            throw PipelineFailure(
                .badData,
                "\(origin.source.printable) is no mailbox: expected a line such as \"From ann@example.org Sun May  3 10:00:00 2026\"")
        }
        output.warn(
            "it does not begin with a line that begins with From; it is read as a message up to the next such line", of: origin.source)
    }
}
