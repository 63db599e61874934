internal import MailParsing
internal import Pipeline

/// The options of all sources of mail: what a record has of a message, and how much.
struct MessageOptions: Sendable {
    /// What a record has of the bytes of attachments.
    enum Attachments: String, CaseIterable, Sendable {
        case list, data
    }

    /// The value of the header `Accept`.
    static let accepts = "message/rfc822, application/mbox;q=0.9, text/plain;q=0.8, */*;q=0.5"

    let attachments: Attachments
    /// Whether a record has all header fields.
    let hasHeaders: Bool
    let limits: MIMELimits

    /// Reads the options.
    init(_ options: inout OptionReader) {
        attachments = options.read(
            "attachments", .choice, default: Attachments.list,
            help: "What a record has of attachments and inline images: list gives name, type, length and hash of each; data also gives its "
                + "bytes as a data: URL in url, so that the stage assets writes them to files.")
        hasHeaders = options.read(
            "all_headers", .boolean, default: false, help: "Whether a record has headers: all fields in order, with decoded values.")
        var limits = MIMELimits.standard
        limits.maxTextBytes = options.read(
            "max_text_bytes", .integer(1...1 << 30), default: limits.maxTextBytes,
            help: "How long the text of a message may be, in bytes; a longer one is cut, and problems says so.")
        limits.maxKeptBytes = options.read(
            "max_attachment_bytes", .integer(1...1 << 30), default: limits.maxKeptBytes,
            help: "How many bytes of a message's attachments data gives; others are only listed, and problems says so.")
        self.limits = limits
    }

    /// Whether the bytes of attachments are kept.
    var keepsAttachments: Bool { attachments == .data }
}
