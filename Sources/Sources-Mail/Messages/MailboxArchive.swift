internal import Pipeline

/// Reads the mailboxes of a ZIP archive, such as that of Google Takeout, while it arrives in pieces.
struct MailboxArchive: ~Copyable, Sendable {
    /// The most bytes of content at once.
    private static let pieceBytes = 256 << 10
    /// How the name of a mailbox ends.
    private static let suffix = ".mbox"

    private var archive: ZipReader
    /// The place of the archive.
    private let origin: Origin
    private let makeSender: @Sendable (Origin) -> MailboxSender
    /// The mailbox that is being read.
    private var sender: MailboxSender?
    private var mailboxes = 0
    private var entries = 0
    /// The name of the first entry.
    private var first = ""

    /// - Parameters:
    ///   - origin: The place of the archive.
    ///   - makeSender: Prepares to send the messages of a mailbox at a place.
    /// - Throws: ``PipelineFailure`` of the kind `badData` without zlib.
    init(at origin: Origin, _ makeSender: @escaping @Sendable (Origin) -> MailboxSender) throws {
        self.origin = origin
        self.makeSender = makeSender
        do throws(ZipFault) {
            archive = try ZipReader()
        } catch {
            throw Self.failure(error, origin)
        }
    }

    /// Sends the messages that end in the next bytes of the archive.
    mutating func send(_ chunk: [UInt8], into output: inout RecordWriter) async throws {
        var input = chunk[...]
        while let part = try next(&input) {
            try Task.checkCancellation()
            switch part {
            case .entry(let entry): begin(entry, &output)
            case .content(let content): try await sender?.send(content, into: &output)
            case .end:
                try await sender?.finish(into: &output)
                sender = nil
            }
        }
    }

    /// Checks that the archive is complete, and has a mailbox.
    func finish() throws {
        do throws(ZipFault) {
            try archive.finish()
        } catch {
            throw Self.failure(error, origin)
        }
        guard mailboxes == 0 else { return }
        let found = entries == 0 ? "none" : "\(entries.counted("entry", plural: "entries")), the first one \(first.printable)"
        throw PipelineFailure(
            .badData, "\(origin.source.printable) has no mailbox: expected an entry whose name ends with \(Self.suffix), found \(found)")
    }

    private mutating func begin(_ entry: ZipEntry, _ output: inout RecordWriter) {
        entries += 1
        if entries == 1 { first = entry.name }
        guard Self.isMailbox(entry.name) else { return archive.skip() }
        mailboxes += 1
        output.beginInput()
        var place = origin
        place.source += "!" + entry.name.printable
        sender = makeSender(place)
    }

    /// Whether an entry is a mailbox, and not what macOS keeps about one beside it: `__MACOSX/Mail/._All mail.mbox`.
    private static func isMailbox(_ name: String) -> Bool {
        name.lowercased().hasSuffix(suffix) && !name.hasPrefix("__MACOSX/") && !FilePath.split(name).name.hasPrefix("._")
    }

    private mutating func next(_ input: inout ArraySlice<UInt8>) throws -> ZipReader.Part? {
        do throws(ZipFault) {
            return try archive.next(&input, upTo: Self.pieceBytes)
        } catch {
            throw Self.failure(error, origin)
        }
    }

    private static func failure(_ fault: ZipFault, _ origin: Origin) -> PipelineFailure {
        PipelineFailure(.badData, "\(origin.source.printable): \(fault.message)")
    }
}
