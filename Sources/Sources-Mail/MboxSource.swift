internal import MailParsing
package import Pipeline
package import SourcesLocal

/// The source `mbox`: reads mailboxes in one file, one record each message.
package struct MboxSource: InputListSource, DocumentSource {
    package static let name = "mbox"
    package static let summary =
        "Reads mailboxes (mbox, exports of Gmail, also in their ZIP archive) from a file, standard input or an http(s) URL: each message a record with body and attachments."
    package static let example = #"{ "type": "mbox", "from": "takeout/*.mbox" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let dialect: MailboxDialect
    private let options: MessageOptions

    package init(options reader: inout OptionReader) {
        let inputs = reader.read(
            "from", .list(of: .mailboxes, isEmptyAllowed: false),
            help: InputList.help + " Of a ZIP archive, such as that of Google Takeout, the entries that end with .mbox are read.")
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
        try ForeignMail.check(from, hint: "\(from.shown.printable)/**/*.mbox names the mailboxes in it")
        var input = try await documents.open(from, for: output, accepts: MessageOptions.accepts)
        input.passesArchives = true
        if input.hasNoContent { return }
        let first = try await input.read()
        if CompressedFormat(beginning: first) == .zip {
            var archive = try MailboxArchive(at: input.origin) { [dialect, options] in MailboxSender(dialect, options, origin: $0) }
            try await archive.send(first, into: &output)
            while case let chunk = try await input.read(), !chunk.isEmpty { try await archive.send(chunk, into: &output) }
            try archive.finish()
        } else {
            var beginning = ForeignMail.Beginning(of: from)
            var sender = MailboxSender(dialect, options, origin: input.origin)
            var chunk = first
            while !chunk.isEmpty {
                try beginning.add(chunk)
                try await sender.send(chunk, into: &output)
                chunk = try await input.read()
            }
            try beginning.finish()
            try await sender.finish(into: &output)
            input.warnOfEnd(output, of: from)
        }
    }
}
