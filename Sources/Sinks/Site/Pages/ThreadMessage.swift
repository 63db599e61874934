internal import JSONParsing
internal import Pipeline
internal import Stages

/// A message of a thread as the timeline shows it.
struct ThreadMessage {
    let sender: String?
    /// The beginning in one line.
    let blurb: String
    /// The body; nil where there is none to show.
    let body: MailBody?
    /// Whether the body is shown from the start; otherwise the blurb stands for it until the reader asks.
    let isLoaded: Bool

    private static let blurbCharacters = 240

    private static let light = RecordField(
        "light_body", .string, help: "The body without what it quotes, where a stage has split it.")
    private static let quoted = RecordField("quoted", .string, help: "What the body quotes; null says that a stage has found nothing.")

    /// What is read of a message.
    static let fields = EmailThread.messageFields + [light, quoted]

    /// - Parameter path: The place of the message in its record.
    /// - Throws: ``RecordError`` with the path of what is of a wrong kind or cannot be decoded.
    init(_ message: JSONObject, at path: String = "") throws {
        func text(_ field: RecordField) throws -> String? {
            try field.string(message[field.name], in: path).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        sender = try text(EmailThread.sender)
        let light = try text(Self.light)
        let quoted = message[Self.quoted.name]
        if let whole = try text(EmailThread.body) {
            // A stage that has looked for a quote writes null where there is none.
            let quote = try quoted == nil ? MailBody.Quote.unknown : .known(Self.quoted.string(quoted, in: path))
            body = MailBody(whole, light: light, quote: quote)
        } else {
            // There is nothing that a quote could be looked for in.
            let quote = try text(Self.quoted)
            body = light.map { MailBody($0, light: $0, quote: .known(quote)) }
        }
        isLoaded = try EmailThread.isLoaded.boolean(message[EmailThread.isLoaded.name], in: path) ?? true
        let given = (try text(EmailThread.blurb) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        blurb = given.isEmpty ? body?.blurb(maxCharacters: Self.blurbCharacters) ?? "" : given
    }
}

extension ThreadMessage {
    /// Writes the message: the sender, and below it the body's place or the blurb.
    ///
    /// - Parameter number: The place of the message in the thread, from 1.
    func write(_ number: Int, to page: inout Markup) {
        let preview = blurb.isEmpty ? "(no text)" : blurb
        page.element(
            "article",
            [
                "class": "message", "id": "m\(number)", "aria-labelledby": "f\(number)", "data-body": body?.own,
                "data-quoted": body?.quoted, "data-length": (body?.length).map(String.init),
                "data-images": (body?.remoteImages).flatMap { $0 > 0 ? String($0) : nil },
                "data-paper": body?.hasColors == true ? "white" : nil,
            ]
        ) { cell in
            cell.element(
                "h2", ["id": "f\(number)", "dir": "auto", "class": sender == nil ? "unknown" : nil], text: sender ?? "Unknown sender")
            if body == nil || isLoaded {
                cell.element("div", ["class": "body", "tabindex": "-1"]) { place in
                    place.element("p", ["class": body == nil ? "only" : "preview", "dir": "auto"], text: preview)
                }
            } else {
                cell.element("button", ["type": "button", "class": "blurb"]) { button in
                    button.element("span", ["class": "hidden-text"], text: "Show message: ")
                    button.element("span", ["class": "line", "dir": "auto"], text: preview)
                }
            }
        }
        page.newline()
    }
}
