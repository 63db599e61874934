internal import HTMLParsing

/// Reads a file that has one message, and arrives in pieces. Empty lines and a byte order mark in front of the message are no part of it.
package struct SingleMessageReader: Sendable {
    private var lineEnds = LineEndConverter()
    private var reader: MIMEReader
    /// Counts the messages of a file that begins like a mailbox; nil for others.
    private var mailbox: MessageCounter?
    /// The beginning, as long as it does not tell where the message begins.
    private var start: [UInt8] = []
    private var isAtStart = true

    /// - Parameters:
    ///   - limits: The limits of the message.
    ///   - keepsAttachments: Whether the bytes of attachments are kept.
    package init(_ limits: MIMELimits = .standard, keepsAttachments: Bool = false) {
        reader = MIMEReader(limits, keepsAttachments: keepsAttachments)
    }

    /// Takes the next bytes, which may end anywhere.
    package mutating func read(_ bytes: Span<UInt8>) {
        if let converted = lineEnds.convert(bytes) {
            take(converted.span, isEnd: false)
        } else {
            take(bytes, isEnd: false)
        }
    }

    /// Ends the file.
    ///
    /// - Returns: The message, and how many messages the file has if it is a mailbox.
    package mutating func finish() -> (message: MIMEMessage, messageCount: Int) {
        let rest = lineEnds.finish()
        take(rest.span, isEnd: true)
        return (reader.finish(), mailbox?.finish() ?? 1)
    }

    private mutating func take(_ bytes: Span<UInt8>, isEnd: Bool) {
        guard isAtStart else { return feed(bytes) }
        start.append(span: bytes)
        let mark = Array("\u{FEFF}".utf8)
        var rest = start[...]
        while let first = rest.first, first.isFoldedSpace || rest.starts(with: mark) { rest = rest.dropFirst(first == mark[0] ? 3 : 1) }
        start = Array(rest)
        let word = Array("From ".utf8)
        guard isEnd || !mark.starts(with: start) && (!word.starts(with: start) || start.count == word.count) else { return }
        isAtStart = false
        if start.starts(with: word) { mailbox = MessageCounter() }
        let beginning = start
        start = []
        feed(beginning.span)
    }

    private mutating func feed(_ bytes: Span<UInt8>) {
        reader.feed(bytes)
        mailbox?.read(bytes)
    }
}

/// Counts the messages of a mailbox.
private struct MessageCounter: Sendable {
    private struct Sink: MailboxSink {
        var count = 0

        mutating func beginMessage(at offset: Int, hasFromLine: Bool) { count += 1 }
        mutating func content(_ bytes: Span<UInt8>) {}
        mutating func endMessage() {}
    }

    private var splitter = MailboxSplitter(.auto)
    private var sink = Sink()

    mutating func read(_ bytes: Span<UInt8>) { splitter.feed(bytes, into: &sink) }

    mutating func finish() -> Int {
        splitter.finish(into: &sink)
        return sink.count
    }
}
