/// Reads the messages of a mailbox that arrives in pieces, in memory that does not grow with the mailbox or with attachments.
///
///     var reader = MailboxReader(.auto)
///     for message in reader.read(bytes) { … }
///     for message in reader.finish() { … }
package struct MailboxReader: Sendable {
    private var splitter: MailboxSplitter
    private var messages: MailboxMessages
    private var lineEnds = LineEndConverter()

    /// Lines that are read as text because they lack a part of what begins a message: the address and the date, the empty line in front, or
    /// the header below.
    package var unclearLines: DoubtfulLines { splitter.unclearLines }
    /// Lines that begin a message, and are read as text because a length in a header covers them.
    package var coveredLines: DoubtfulLines { splitter.coveredLines }

    /// - Parameters:
    ///   - dialect: How lines that begin with `From ` are kept.
    ///   - limits: The limits of a message.
    ///   - keepsAttachments: Whether the bytes of attachments are kept.
    package init(_ dialect: MailboxDialect, limits: MIMELimits = .standard, keepsAttachments: Bool = false) {
        splitter = MailboxSplitter(dialect)
        messages = MailboxMessages(limits: limits, keepsAttachments: keepsAttachments)
    }

    /// Takes the next bytes, which may end anywhere.
    ///
    /// - Returns: The messages that ended.
    package mutating func read(_ bytes: Span<UInt8>) -> [MailboxMessage] {
        if let converted = lineEnds.convert(bytes) {
            splitter.feed(converted.span, into: &messages)
        } else {
            splitter.feed(bytes, into: &messages)
        }
        return messages.take()
    }

    /// Ends the mailbox.
    ///
    /// - Returns: The last message.
    package mutating func finish() -> [MailboxMessage] {
        let rest = lineEnds.finish()
        splitter.feed(rest.span, into: &messages)
        splitter.finish(into: &messages)
        return messages.take()
    }
}

/// A message of a mailbox.
package struct MailboxMessage: Sendable {
    /// The message.
    package let message: MIMEMessage
    /// Its place in the mailbox in bytes.
    package let offset: Int
    /// Whether the line in front of it is there. The first message of a file that is no mailbox has none.
    package let hasFromLine: Bool
}

/// Collects the messages that a splitter finds.
private struct MailboxMessages: MailboxSink {
    let limits: MIMELimits
    let keepsAttachments: Bool
    private var reader: MIMEReader?
    private var offset = 0
    private var hasFromLine = true
    private var found: [MailboxMessage] = []

    init(limits: MIMELimits, keepsAttachments: Bool) {
        self.limits = limits
        self.keepsAttachments = keepsAttachments
    }

    mutating func beginMessage(at offset: Int, hasFromLine: Bool) {
        (self.offset, self.hasFromLine) = (offset, hasFromLine)
        reader = MIMEReader(limits, keepsAttachments: keepsAttachments)
    }

    mutating func content(_ bytes: Span<UInt8>) { reader?.feed(bytes) }

    mutating func endMessage() {
        guard let message = reader?.finish() else { return }
        reader = nil
        found.append(MailboxMessage(message: message, offset: offset, hasFromLine: hasFromLine))
    }

    mutating func take() -> [MailboxMessage] {
        let taken = found
        found = []
        return taken
    }
}
