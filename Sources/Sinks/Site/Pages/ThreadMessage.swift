internal import JSONParsing
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
    let attachments: [MessageAttachment]

    /// The longest beginning of a text, in characters.
    static let blurbCharacters = 240

    private static let light = RecordField(
        "light_body", .string, help: "The body without what it quotes, where a stage has split it.")
    private static let quoted = RecordField("quoted", .string, help: "What the body quotes; null says that a stage has found nothing.")
    private static let date = RecordField(
        "date", .stringOrNumber, help: "When it was sent: ISO 8601, such as 2026-05-01T10:00:00Z, or the seconds since 1970.")
    private static let attachments = RecordField(
        "attachments", .list(MessageAttachment.fields), help: "The files that came with it, which are listed below its body.")

    /// The fields that are read from a message.
    static let fields = EmailThread.messageFields + [light, quoted, date, attachments]

    /// - Parameter path: The path of the message in its record, for errors.
    /// - Throws: ``RecordError`` with the path of a value that has the wrong type or cannot be decoded.
    init(_ message: JSONObject, at path: String = "") throws {
        func text(_ field: RecordField) throws -> String? {
            try field.string(message[field.name], in: path).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        sender = try text(EmailThread.sender).map(MessageSender.init)
        let light = try text(Self.light)
        let quoted = message[Self.quoted.name]
        if let whole = try text(EmailThread.body) {
            // A stage that found no quoted text writes null.
            let quote = try quoted == nil ? MailBody.Quote.unknown : .known(Self.quoted.string(quoted, in: path))
            body = try MailBody(whole, light: light, quote: quote)
        } else {
            // Without a body there is no text in which to look for a quote.
            let quote = try text(Self.quoted)
            body = try light.map { try MailBody($0, light: $0, quote: .known(quote)) }
        }
        isLoaded = try EmailThread.isLoaded.boolean(message[EmailThread.isLoaded.name], in: path) ?? true
        let given = (try text(EmailThread.blurb) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let beginning = body?.blurb(maxCharacters: Self.blurbCharacters)
        blurb = given.isEmpty ? beginning ?? "" : given
        self.beginning = beginning == blurb ? nil : beginning
        let date = try Self.date.stringOrNumber(message[Self.date.name], in: path) ?? ""
        self.date = date.allSatisfy(\.isWhitespace) ? nil : MessageDate(date)
        attachments = try Self.attachments(of: message, at: path)
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
        .filter { !$0.name.isEmpty }
    }
}
