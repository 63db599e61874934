internal import JSONParsing
internal import MailParsing
internal import Pipeline
internal import SourcesLocal

/// Reads inputs that have one message each.
struct MessageFileReader: Sendable {
    private let options: MessageOptions
    private let onBadFile: OnBadFile

    enum OnBadFile: String, CaseIterable {
        case fail
        case reject
    }

    /// Reads the options.
    init(_ options: inout OptionReader) {
        onBadFile = options.read(
            "on_bad_file", .choice, default: OnBadFile.fail,
            help: "What happens to a file that cannot be read, or is no message: it ends the run, or goes to the rejects file.")
        self.options = MessageOptions(&options)
    }

    /// Sends the message of an input, or rejects the input.
    ///
    /// - Parameters:
    ///   - documents: The documents of the source, which open the input.
    ///   - flags: The flags of a file in a maildir; nil for other inputs.
    func send(_ input: Input, from documents: InputDocuments, flags: [String]?, into output: inout RecordWriter) async throws {
        let record: Record?
        do {
            record = try await read(input, from: documents, flags, output)
        } catch let failure as PipelineFailure where onBadFile == .reject {
            return try await output.refuse(
                RefusedInput(["path": .string(input.shown)], because: failure.message, origin: Origin(source: input.shown)))
        }
        if let record { try await output.send(record) }
    }

    private func read(
        _ from: Input, from documents: InputDocuments, _ flags: [String]?, _ output: borrowing RecordWriter
    ) async throws -> Record? {
        var input = try await documents.open(from, for: output, accepts: MessageOptions.accepts)
        if input.hasNoContent { return nil }
        var reader = MIMEReader(options.limits, keepsAttachments: options.keepsAttachments)
        while case let chunk = try await input.read(), !chunk.isEmpty { reader.feed(chunk.span) }
        input.warnOfEnd(output, of: from)
        let message = reader.finish()
        guard message.headers.count > 0 else {
            throw PipelineFailure(.badData, "\(from.shown.printable) is no message: it begins with no header, such as \"Subject: Lamp\"")
        }
        var origin = input.origin
        origin.item = 1
        return MessageRecord(message, options, flags: flags).record(at: origin)
    }
}
