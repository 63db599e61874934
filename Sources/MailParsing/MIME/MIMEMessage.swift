internal import HTMLParsing

/// A message that was read.
package struct MIMEMessage: Sendable {
    /// The header.
    package let headers: MailHeaders
    /// The faults of the header and of the structure, as sentences.
    package let problems: [String]
    /// The text of the message as HTML; nil if it has no HTML.
    package let html: String?
    /// The text of the message as plain text; nil if it has none, or HTML alone.
    package let text: String?
    /// The date; nil without a readable one.
    package let date: MailDate?
    /// All parts that are not the text, in their order.
    package let attachments: [MailAttachment]
    /// The hash of header and content, if the header has no ID.
    private let generatedID: String?

    init(headers: MailHeaders, parts: [MIMEPart], problems: MIMEProblems, generatedID: String?) {
        self.headers = headers
        self.generatedID = generatedID
        var problems = problems
        let selection = BodySelection(of: parts)
        let (page, plain) = (selection.html(&problems), selection.plainText(&problems))
        let isEmptyPage = page.map { VisibleHTML.isEmpty($0) && plain?.utf8.allSatisfy(\.isFoldedSpace) == false } ?? false
        if isEmptyPage { problems.add("the HTML of the message shows nothing; its plain text is the body") }
        (html, text) = (isEmptyPage ? nil : page, plain)
        attachments = selection.attachments.map { MailAttachment(parts[$0], isShown: selection.shownMedia.contains($0)) }
        let written = headers.value("date") ?? []
        date = MailDate(written)
        if date == nil, !written.isEmpty { problems.add("the date \(Self.quoted(written)) cannot be read") }
        self.problems = problems.sentences
    }

    /// The beginning of a value, for a sentence.
    private static func quoted(_ value: [UInt8]) -> String { MailCharset.guessed(value).onOneLine.prefix(40).debugDescription }

    /// The ID without angle brackets, and whether it was made from the content because the header has none.
    package var id: (text: String, isGenerated: Bool) {
        if let id = headers.value("message-id").flatMap({ MessageIDs.inHeader($0, isLenient: true).first }) { return (id, false) }
        return ("sha256-\(generatedID ?? "")@mail", true)
    }

    /// The IDs of a header such as `References`.
    ///
    /// - Parameter name: The name in lower case.
    package func ids(_ name: String) -> [String] { headers.values(name).flatMap { MessageIDs.inHeader($0, isLenient: false) } }

    /// The addresses of all headers of a name.
    ///
    /// - Parameter name: The name in lower case.
    package func addresses(_ name: String) -> [MailAddress] { headers.values(name).flatMap(MailAddress.list) }

    /// The ID of the mailing list; nil without one.
    ///
    /// - SeeAlso: RFC 2919
    package var listID: String? {
        guard let text = headers.text("list-id"), !text.isEmpty else { return nil }
        guard let open = text.lastIndex(of: "<"), text.hasSuffix(">") else { return text }
        return String(text[text.index(after: open)...].dropLast())
    }

    /// How the header says that a program has written the message, without a person: `auto-replied`, `auto-generated` and other words of
    /// RFC 3834, or `bulk`; nil if it does not say so. A mailing list alone is no such program.
    ///
    /// - SeeAlso: [RFC 3834, section 5](https://www.rfc-editor.org/rfc/rfc3834#section-5), and
    ///   [RFC 2076, section 3.9](https://www.rfc-editor.org/rfc/rfc2076#section-3.9) for Precedence
    package var automatic: String? {
        for text in headers.values("auto-submitted") {
            let word = Self.firstWord(of: text)
            if !word.isEmpty, word != "no" { return word }
        }
        for text in headers.values("precedence") {
            switch Self.firstWord(of: text) {
            case "auto_reply", "auto-reply", "autoreply": return "auto-replied"
            case "bulk", "junk": return "bulk"
            default: break
            }
        }
        // Programs from before RFC 3834.
        let isReply = ["x-autoreply", "x-auto-reply", "x-autorespond", "x-autoresponder"].contains { name in
            headers.values(name).contains { !["", "no", "false", "0"].contains(Self.firstWord(of: $0)) }
        }
        return isReply ? "auto-replied" : nil
    }

    /// The longest word of such a header that is read, in bytes.
    private static let maxWord = 40

    /// The first word of a value in lower case, without comments and parameters.
    private static func firstWord(of value: [UInt8]) -> String {
        var ends = HeaderComments()
        var place = 0
        while place < value.count, value[place].isFoldedSpace || value[place] == UInt8(ascii: "(") {
            place = value[place].isFoldedSpace ? place + 1 : ends.end(in: value, at: place) ?? value.count
        }
        let word = value[place...].prefix { !$0.isFoldedSpace && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "(") }
        return String(decoding: word.prefix(maxWord), as: UTF8.self).lowercased()
    }

    /// The labels that Gmail's export gives a message; nil without that header.
    package var gmailLabels: [String]? {
        guard let text = headers.text("x-gmail-labels") else { return nil }
        var labels: [String] = []
        var label = ""
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                labels.append(label.onOneLine)
                label = ""
            } else {
                label.append(character)
            }
        }
        labels.append(label.onOneLine)
        return labels.filter { !$0.isEmpty }
    }
}

/// A part of a message that is not its text: a file, an image inside of the text, an embedded message, a signature.
package struct MailAttachment: Sendable {
    /// The name of the file, or the subject of a message; nil if nothing names it.
    package let name: String?
    /// The media type in lower case.
    package let type: String
    /// The length of the decoded content in bytes.
    package let count: Int
    /// The hash of the decoded content in hexadecimal digits.
    package let sha256: String
    /// The ID by which HTML names the part (`cid:`); nil without one.
    package let contentID: String?
    /// Whether a mail program shows the part inside of the text.
    package let isInline: Bool
    /// The decoded content; nil if it was not kept.
    package let bytes: [UInt8]?

    init(_ part: MIMEPart, isShown: Bool) {
        name = part.attachmentName
        type = part.type
        count = part.content?.count ?? 0
        sha256 = part.content?.sha256 ?? ""
        contentID = part.contentID
        isInline = part.isInline || isShown
        bytes = part.content.flatMap { $0.isCut || $0.kept.count < $0.count ? nil : $0.kept }
    }
}
