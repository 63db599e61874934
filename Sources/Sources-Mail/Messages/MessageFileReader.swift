internal import MailParsing
internal import Pipeline
internal import SourcesLocal

/// Reads inputs that have one message each.
struct MessageFileReader: Sendable {
    private let options: MessageOptions
    private let onBadFile: OnBadFile

    /// Reads the options.
    init(_ options: inout OptionReader) {
        onBadFile = OnBadFile(&options, meaning: "cannot be read, or is no message")
        self.options = MessageOptions(&options)
    }

    /// Sends the message of an input, or rejects the input.
    ///
    /// - Parameters:
    ///   - documents: The documents of the source, which open the input.
    ///   - flags: The flags of a file in a maildir; nil for other inputs.
    func send(_ input: Input, from documents: InputDocuments, flags: [String]?, into output: inout RecordWriter) async throws {
        try await onBadFile.send(input.shown, input.shown, into: &output) { try await read(input, from: documents, flags, $0) }
    }

    private func read(
        _ from: Input, from documents: InputDocuments, _ flags: [String]?, _ output: borrowing RecordWriter
    ) async throws -> Record? {
        try ForeignMail.check(from, hint: "\(from.shown.printable)/**/*.eml names the messages in it")
        var input = try await documents.open(from, for: output, accepts: MessageOptions.accepts)
        if input.hasNoContent { return nil }
        var beginning = ForeignMail.Beginning(of: from)
        var reader = SingleMessageReader(options.limits, keepsAttachments: options.keepsAttachments)
        while case let chunk = try await input.read(), !chunk.isEmpty {
            try beginning.add(chunk)
            reader.read(chunk.span)
        }
        try beginning.finish()
        input.warnOfEnd(output, of: from)
        let (message, count) = reader.finish()
        guard message.headers.count > 0 else {
            throw PipelineFailure(.badData, "\(from.shown.printable) is no message: it begins with no header, such as \"Subject: Lamp\"")
        }
        guard count == 1 else {
            throw PipelineFailure(
                .badData, "\(from.shown.printable) has \(count) messages: it is a mailbox, which the source mbox reads")
        }
        var origin = input.origin
        origin.item = 1
        return MessageRecord(message, options, flags: flags).record(at: origin)
    }
}
