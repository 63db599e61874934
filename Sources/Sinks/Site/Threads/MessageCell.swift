internal import Stages

/// Writes the cell of a message in a timeline: the sender and the date, the space for the body or the blurb, and the attachments.
///
/// The body itself follows after all cells. So on a slow connection, the layout of the page is complete before the texts arrive.
struct MessageCell {
    let message: ThreadMessage
    /// The number of the message in the thread, from 1.
    let number: Int
    /// The address from which the page fetches the body; nil if the page contains the body.
    let address: String?
    /// Whether any message of the thread names its sender.
    let hasSenders: Bool
    let words: SiteWords

    /// The HTML of the cell.
    var markup: HTMLMarkup {
        let body = message.body
        let hasHeading = message.sender != nil || hasSenders
        var markup = HTMLMarkup()
        markup.element(
            "article",
            [
                "class": "message", "id": "m\(number)", "tabindex": "-1", "aria-labelledby": hasHeading ? "f\(number)" : nil,
                "aria-label": hasHeading ? nil : words(.messageNumber, String(number)), "data-length": (body?.length).map(String.init),
                "data-quotes": body?.quoted == nil ? nil : "", "data-images": (body?.remoteImages).flatMap { $0 > 0 ? String($0) : nil },
                "data-paper": body?.hasColors == true ? "white" : nil, "data-url": address,
            ]
        ) { cell in
            if hasHeading { heading(&cell) }
            if let date = message.date { cell.element("p", ["class": "when"]) { date.write(to: &$0) } }
            text(&cell)
            if let address { Self.link(to: address, number: number, words, &cell) }
            if !message.attachments.isEmpty {
                cell.element("ul", ["class": "files", "aria-label": words(.attachments)]) { list in
                    for attachment in message.attachments { attachment.write(to: &list, words) }
                }
            }
        }
        markup.newline()
        return markup
    }

    private func heading(_ cell: inout HTMLMarkup) {
        guard let sender = message.sender else {
            cell.element("h2", ["id": "f\(number)", "dir": "auto", "class": "unknown", "lang": words.foreign], text: words(.unknownSender))
            return
        }
        let initials = sender.initials
        cell.element(
            "h2",
            [
                "id": "f\(number)", "dir": "auto", "title": sender.address, "data-initials": initials.isEmpty ? nil : initials,
                "data-tone": initials.isEmpty ? nil : String(sender.tone),
            ], text: sender.name)
    }

    private func text(_ cell: inout HTMLMarkup) {
        let preview = message.blurb.isEmpty ? words(.noText) : message.blurb
        if address == nil, message.body == nil || message.isLoaded {
            cell.element("div", ["class": "body", "tabindex": "-1"]) { place in
                place.element("p", ["class": message.body == nil ? "only" : "preview", "dir": "auto"], text: preview)
            }
        } else {
            cell.element("button", ["type": "button", "class": "blurb"]) { button in
                button.element("span", ["class": "hidden-text", "lang": words.foreign], text: words(.showMessage))
                button.element("span", ["class": "line", "dir": "auto"], text: preview)
            }
        }
    }

    /// The body, which the page's script puts into the cell; nil if there is none.
    var body: HTMLMarkup? {
        guard let body = message.body else { return nil }
        var markup = HTMLMarkup()
        markup.element("i", ["data-for": String(number), "data-body": body.own, "data-quoted": body.quoted], text: "")
        return markup
    }

    /// Writes the link to the body's own page, for browsers without scripts.
    static func link(to address: String, number: Int, _ words: SiteWords, _ page: inout HTMLMarkup) {
        page.element("noscript") { part in
            part.element("p", ["class": "alone", "lang": words.foreign]) {
                $0.element("a", ["href": address], text: words(.readMessage, String(number)))
            }
        }
        page.newline()
    }
}

// The initials beside the name of a sender in a timeline, and their color.
extension MessageSender {
    /// The number of colors for initials.
    private static let toneCount = 6

    /// The first letters of the first and the last word of the name; empty without letters and digits.
    var initials: String {
        let isAddress = name.contains("@")
        let words = (isAddress ? name.prefix { $0 != "@" } : name[...]).split { !$0.isLetter && !$0.isNumber }
        let letters = isAddress || words.count < 2 ? words.prefix(1) : [words[0], words[words.count - 1]]
        return letters.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// The number of the sender's color, from 0.
    var tone: Int { (address ?? name).lowercased().utf8.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % Self.toneCount }
}
