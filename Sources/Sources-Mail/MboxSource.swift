internal import JSONParsing
internal import MailParsing
package import Pipeline
package import SourcesLocal

/// The source `mbox`: reads mailboxes in one file, one record each message.
package struct MboxSource: InputListSource, DocumentSource {
    package static let name = "mbox"
    package static let summary =
        "Reads mailboxes (mbox, exports of Gmail) from a file, standard input or an http(s) URL: each message a record with body and attachments."
    package static let example = #"{ "type": "mbox", "from": "takeout/*.mbox" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let dialect: MailboxDialect
    private let options: MessageOptions

    package init(options reader: inout OptionReader) {
        let inputs = reader.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        dialect = reader.read(
            "dialect", .choice, default: MailboxDialect.auto,
            help:
                "How lines that begin with From are kept in the content: mboxo, mboxrd and mboxcl write >From, and mboxcl2 writes nothing but "
                + "the length of the content in the header. With auto, >From is undone, and a length counts where a message ends there.")
        options = MessageOptions(&reader)
        documents = InputDocuments(inputs, options: &reader)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await read($0, into: &$1) }
    }

    private func read(_ from: Input, into output: inout RecordWriter) async throws {
        var input = try await documents.open(from, for: output, accepts: MessageOptions.accepts)
        if input.hasNoContent { return }
        var reader = MailboxReader(dialect, limits: options.limits, keepsAttachments: options.keepsAttachments)
        var count = 0
        while true {
            let chunk = try await input.read()
            let messages = chunk.isEmpty ? reader.finish() : reader.read(chunk.span)
            var records: [Record] = []
            records.reserveCapacity(messages.count)
            var origin = input.origin.separated()
            for found in messages {
                count += 1
                if count == 1, !found.hasFromLine { try checkStart(found.message, of: from, output) }
                (origin.item, origin.byteOffset) = (count, found.offset)
                records.append(MessageRecord(found.message, options).record(at: origin))
            }
            try await output.send(contentsOf: records)
            if chunk.isEmpty {
                input.warnOfEnd(output, of: from)
                return
            }
        }
    }

    /// Checks an input that does not begin like a mailbox.
    private func checkStart(_ message: MIMEMessage, of input: Input, _ output: borrowing RecordWriter) throws {
        guard message.headers.count > 0 else {
            throw PipelineFailure(
                .badData,
                "\(input.shown.printable) is no mailbox: expected a line such as \"From ann@example.org Sun May  3 10:00:00 2026\"")
        }
        output.warn(
            "it does not begin with a line that begins with From; it is read as a message up to the next such line", of: input.shown)
    }
}
