internal import HTMLParsing
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

    init(_ message: JSONObject) {
        sender = message["from"]?.string.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let text = message["body"]?.string ?? message["light_body"]?.string
        body = text.flatMap { text in
            text.trimmed.isEmpty ? nil : MailBody(text, own: message["light_body"]?.string, quoted: message["quoted"]?.string)
        }
        isLoaded = message["content_loaded"]?.bool ?? true
        let given = (message["blurb"]?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if given.isEmpty, let text {
            blurb = TextWriter().blurb(of: HTMLDocument(parsing: text), maxCharacters: Self.blurbCharacters)
        } else {
            blurb = given
        }
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
