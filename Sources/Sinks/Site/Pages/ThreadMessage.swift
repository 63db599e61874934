internal import JSONParsing
internal import Pipeline
internal import Stages

/// A message in the timeline of a thread.
struct ThreadMessage {
    let sender: String?
    /// The beginning of the message in one line.
    let blurb: String
    /// The body; nil if the record has none.
    let body: MailBody?
    /// Whether the body is shown at once. Otherwise the blurb is shown until the reader opens the message.
    let isLoaded: Bool

    private static let blurbCharacters = 240

    private static let light = RecordField(
        "light_body", .string, help: "The body without what it quotes, where a stage has split it.")
    private static let quoted = RecordField("quoted", .string, help: "What the body quotes; null says that a stage has found nothing.")

    /// The fields that are read from a message.
    static let fields = EmailThread.messageFields + [light, quoted]

    /// - Parameter path: The path of the message in its record, for errors.
    /// - Throws: ``RecordError`` with the path of a value that has the wrong type or cannot be decoded.
    init(_ message: JSONObject, at path: String = "") throws {
        func text(_ field: RecordField) throws -> String? {
            try field.string(message[field.name], in: path).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        sender = try text(EmailThread.sender)
        let light = try text(Self.light)
        let quoted = message[Self.quoted.name]
        if let whole = try text(EmailThread.body) {
            // A stage that found no quoted text writes null.
            let quote = try quoted == nil ? MailBody.Quote.unknown : .known(Self.quoted.string(quoted, in: path))
            body = MailBody(whole, light: light, quote: quote)
        } else {
            // Without a body there is no text in which to look for a quote.
            let quote = try text(Self.quoted)
            body = light.map { MailBody($0, light: $0, quote: .known(quote)) }
        }
        isLoaded = try EmailThread.isLoaded.boolean(message[EmailThread.isLoaded.name], in: path) ?? true
        let given = (try text(EmailThread.blurb) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        blurb = given.isEmpty ? body?.blurb(maxCharacters: Self.blurbCharacters) ?? "" : given
    }
}

extension ThreadMessage {
    /// Writes the message: the sender, and below it the space for the body, or the blurb.
    ///
    /// - Parameter number: The number of the message in the thread, from 1.
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
