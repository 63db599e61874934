import HTMLParsing
import MailParsing

/// Replies made from the introductions of mail programs, with their own text.
struct MadeReply {
    /// The kind of introduction and layout, for the list of failures.
    let kind: String
    let body: String
    let isHTML: Bool

    /// The sender's own text.
    static let own = "Thanks, that works for us.\n\nWe meet at the pier then."

    /// The visible own part without white space that the stage finds.
    var found: String {
        guard isHTML else { return MessageParts(text: body).own.filter { !$0.isWhitespace } }
        let page = HTMLMessageParts(HTMLDocument(parsing: body)).own
        let texts = page.descendants(of: page.root).filter { page.kind(of: $0) == .text }.map(page.text)
        return texts.joined().filter { !$0.isWhitespace }
    }

    var isRight: Bool { found == Self.own.filter { !$0.isWhitespace } }
}

/// Made replies in many languages, programs, widths and lengths of names.
enum MadeReplies {
    private static let senders = [
        ("Otto Berg", "otto@example.org"),
        ("Ana María de la Cruz", "ana.delacruz@mail.example.org"),
        ("Charlotte Elisabeth Hohenstein-Bergmann", "charlotte.hohenstein@harbour-authority.example.org"),
    ]
    private static let asked = ["Do you want the cabin with a window?", "Please tell me by Friday."]

    /// Attributions wrapped at a width between 60 and 78 columns, or not at all, in plain text.
    static func wrapped() -> [MadeReply] {
        var replies: [MadeReply] = []
        for (index, template) in MadeTemplates.all.enumerated() {
            for (turn, sender) in senders.enumerated() {
                for width in [60 + (7 * index + 5 * turn) % 19, 60 + (11 * index + 3 * turn) % 19, 998] {
                    let lines = wrap(filled(template.text, sender), at: width)
                    let mark = template.isMarked ? "> " : ""
                    let quoted = asked.map { mark + $0 }.joined(separator: "\n")
                    let kind = "\(template.name), \(lines.count) lines, \(width)"
                    let body = MadeReply.own + "\n\n" + lines.joined(separator: "\n") + "\n\n" + quoted + "\n"
                    replies.append(MadeReply(kind: kind, body: body, isHTML: false))
                }
            }
        }
        return replies
    }

    /// Attributions with the markup of programs.
    static func pages() -> [MadeReply] {
        MadeTemplates.all.enumerated().flatMap { index, template in
            let line = escaped(filled(template.text, senders[index % senders.count]))
            let own = "<div>" + MadeReply.own.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>") + "</div>"
            let quoted = asked.joined(separator: "<br>")
            let forms = [
                (
                    "Gmail",
                    "<br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">\(line)<br></div><blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex\">\(quoted)</blockquote></div>"
                ),
                ("Thunderbird", "<div class=\"moz-cite-prefix\">\(line)<br></div><blockquote type=\"cite\">\(quoted)</blockquote>"),
                ("Apple", "<div><br><blockquote type=\"cite\"><div>\(line)</div><br><div>\(quoted)</div></blockquote></div>"),
                ("Yahoo", "<div id=\"yahoo_quoted_1\" class=\"yahoo_quoted\"><div>\(line)</div><div><br></div><div>\(quoted)</div></div>"),
                (
                    "Proton",
                    "<div class=\"protonmail_quote\">\(line)<br><blockquote class=\"protonmail_quote\" type=\"cite\">\(quoted)</blockquote></div>"
                ),
                ("bare", "<div>\(line)</div><blockquote>\(quoted)</blockquote>"),
            ]
            return forms.map { MadeReply(kind: "HTML of \($0.0): \(template.name)", body: own + $0.1, isHTML: true) }
        }
    }

    /// Header blocks: bold or not, below a rule or not, as text and as HTML, beginning with each label.
    static func headers() -> [MadeReply] {
        var replies: [MadeReply] = []
        for (index, (language, labels, date)) in MadeTemplates.headers.enumerated() {
            let (name, address) = senders[index % senders.count]
            let values = ["\(name) <\(address)>", date, "Kim Lund <kim@example.org>", "The cabin"]
            let orders = [[0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 1, 3], [3, 0, 2, 1]]
            for (turn, order) in orders.enumerated() {
                let colon = language == "French" ? " :" : ":"
                let mark = (index + turn) % 2 == 0 ? "*" : ""
                let rule = turn % 2 == 0 ? "" : "________________________________\n"
                let lines = order.map { "\(mark)\(labels[$0])\(colon)\(mark) \(values[$0])" }
                let text = rule + lines.joined(separator: "\n")
                let kind = "header, \(language), begins with \(labels[order[0]])"
                let end = "\n\n" + asked.joined(separator: "\n") + "\n"
                replies.append(MadeReply(kind: kind, body: MadeReply.own + "\n\n" + text + end, isHTML: false))
                let fields = order.map { "<b>\(labels[$0])\(colon)</b> \(escaped(values[$0]))" }.joined(separator: "<br>")
                let own = "<p>" + MadeReply.own.split(separator: "\n").joined(separator: "</p><p>") + "</p>"
                let border = turn % 2 == 0 ? "style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm\"" : ""
                let block = turn % 2 == 0 ? "" : "<hr>"
                let page = own + block + "<div \(border)><p>\(fields)</p></div><p>" + asked.joined(separator: "</p><p>") + "</p>"
                replies.append(MadeReply(kind: "HTML of a \(kind)", body: page, isHTML: true))
            }
        }
        return replies
    }

    private static func filled(_ template: String, _ sender: (String, String)) -> String {
        template.replacing("NAME", with: sender.0).replacing("ADDR", with: sender.1)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Wraps a text as mail programs do: at spaces, so that no line is longer than `width` if it has a space.
    private static func wrap(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return lines + [line]
    }
}
