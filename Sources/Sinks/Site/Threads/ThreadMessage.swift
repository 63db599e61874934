internal import JSONParsing
internal import MailParsing
internal import Pipeline
internal import Stages

/// A message in the timeline of a thread.
struct ThreadMessage {
    let sender: MessageSender?
    let date: MessageDate?
    /// The beginning of the message in one line.
    let blurb: String
    /// The beginning of the body, if the blurb is another text.
    let beginning: String?
    /// The body; nil if the record has none.
    let body: MailBody?
    /// Whether the body is shown at once. Otherwise the blurb is shown until the reader opens the message.
    let isLoaded: Bool
    /// The attachments, without the images that the body itself shows.
    let attachments: [MessageAttachment]
    /// Whether the message is ours and not from others; nil if the record does not say it.
    let isOurs: Bool?

    /// The maximum length of the blurb, the beginning of a message in a list, in characters.
    static let blurbCharacters = 240

    private static let light = RecordField(
        "light_body", .string, help: "The body without what it quotes, where a stage has split it.")
    private static let quoted = RecordField("quoted", .string, help: "What the body quotes; null says that a stage has found nothing.")
    private static let attachments = RecordField(
        "attachments", .list(MessageAttachment.fields),
        help: "The files that came with it, which are listed below its body; \"cid:\" images of the body are found in them.")
    private static let isInbound = RecordField(
        "is_inbound", .boolean, help: "Whether it came from others; false says that it is ours. The option ours replaces this.")

    /// The fields that are read from a message.
    static let fields = EmailThread.messageFields + [EmailThread.date, light, quoted, isInbound, attachments]

    /// - Parameters:
    ///   - format: The format of the body.
    ///   - path: The path of the message in its record, for errors.
    ///   - file: Reads an image in the folder of the site, for ``InlineImages``.
    /// - Throws: ``RecordError`` with the path of a value that has the wrong type or cannot be decoded.
    init(
        _ message: JSONObject, as format: ContentFormat = .auto, at path: String = "",
        file: InlineImages.Reader? = nil
    ) throws {
        func text(_ field: RecordField) throws -> String? {
            try field.string(message[field.name], in: path).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        sender = try EmailThread.sender(of: message, at: path)
        let attached = try Self.attachments(of: message, at: path)
        let inline = InlineImages(attached, file: file)
        let light = try text(Self.light)
        let quoted = message[Self.quoted.name]
        if let whole = try text(EmailThread.body) {
            // A stage that found no quoted text writes null.
            let quote = try quoted == nil ? MailBody.Quote.unknown : .known(Self.quoted.string(quoted, in: path))
            body = try MailBody(whole, light: light, quote: quote, format: format, inline: inline)
        } else {
            // Without a body there is no text in which to look for a quote.
            let quote = try text(Self.quoted)
            body = try light.map { try MailBody($0, light: $0, quote: .known(quote), format: format, inline: inline) }
        }
        let carried = body?.carriedAttachments ?? []
        attachments = attached.indices.filter { !carried.contains($0) }.map { attached[$0] }.filter { !$0.name.isEmpty }
        isLoaded = try EmailThread.isLoaded.boolean(message[EmailThread.isLoaded.name], in: path) ?? true
        let given = (try text(EmailThread.blurb) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let beginning = body?.blurb(maxCharacters: Self.blurbCharacters)
        blurb = given.isEmpty ? beginning ?? "" : given
        self.beginning = beginning == blurb ? nil : beginning
        let date = try EmailThread.date.stringOrNumber(message[EmailThread.date.name], in: path) ?? ""
        self.date = date.allSatisfy(\.isWhitespace) ? nil : MessageDate(date)
        isOurs = try Self.isInbound.boolean(message[Self.isInbound.name], in: path).map { !$0 }
    }

    private static func attachments(of message: JSONObject, at path: String) throws -> [MessageAttachment] {
        let path = "\(path).\(attachments.name)"
        guard let value = message[attachments.name], !value.isNull else { return [] }
        guard case .array(let list) = try value.decoded(at: path) else {
            throw RecordError("expected a list of attachments, found \(value.kind.phrase)", at: path)
        }
        return try list.enumerated().map { index, value in
            let path = "\(path)[\(index)]"
            guard case .object(let object) = try value.decoded(at: path) else {
                throw RecordError("expected an attachment, found \(value.kind.phrase)", at: path)
            }
            return try MessageAttachment(object, at: path)
        }
    }
}
