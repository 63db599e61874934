internal import JSONParsing
internal import Pipeline

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

    /// What is read of a message beside what every thread has.
    static let partFields = [
        RecordField("light_body", .string, help: "The body without what it quotes, where a stage has split it."),
        RecordField("quoted", .string, help: "What the body quotes; null says that a stage has found nothing."),
    ]

    init(_ message: JSONObject) {
        func text(_ field: String) -> String? { message[field]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
        sender = text("from")
        let light = text("light_body")
        // A stage that has looked for a quote writes null where there is none.
        let quote: MailBody.Quote =
            switch message["quoted"] {
            case .none: .unknown
            case .some(let value): .known(value.string)
            }
        if let whole = text("body") {
            body = MailBody(whole, light: light, quote: quote)
        } else {
            // There is nothing that a quote could be looked for in.
            body = light.map { MailBody($0, light: $0, quote: .known(text("quoted"))) }
        }
        isLoaded = message["content_loaded"]?.bool ?? true
        let given = (message["blurb"]?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
