internal import HTMLParsing

/// Selects the parts of a message that are its text, as JMAP does.
///
/// - SeeAlso: [RFC 8621, section 4.1.4](https://www.rfc-editor.org/rfc/rfc8621#section-4.1.4)
struct BodySelection {
    private let parts: [MIMEPart]
    /// The parts that show the message as HTML.
    private var htmlParts: [Int] = []
    /// The parts that show the message as plain text.
    private var textParts: [Int] = []
    /// The parts that are no text.
    private(set) var attachments: [Int] = []
    /// Images and the like that stand between the texts.
    private(set) var shownMedia: Set<Int> = []

    /// - Parameter parts: The parts of a message; the first one is the message itself.
    init(of parts: [MIMEPart]) {
        self.parts = parts
        visit(parts.isEmpty ? [] : [0], in: "mixed", isInAlternative: false, takesHTML: true, takesText: true)
        // A message without any text in HTML or plain text shows its first other text, such as a calendar.
        if (htmlParts + textParts).allSatisfy({ parts[$0].isMedia }),
            let other = attachments.first(where: { parts[$0].isText && parts[$0].name == nil })
        {
            textParts.append(other)
            if parts[other].type != "text/calendar" { attachments.removeAll { $0 == other } }
        }
        attachments.sort()
    }

    /// Sorts the parts of a multipart.
    ///
    /// - Parameters:
    ///   - places: The parts.
    ///   - multipart: The name of the multipart.
    ///   - isInAlternative: Whether an alternative is around it.
    ///   - takesHTML: Whether its parts show the message as HTML.
    ///   - takesText: Whether its parts show the message as plain text.
    private mutating func visit(_ places: [Int], in multipart: String, isInAlternative: Bool, takesHTML: Bool, takesText: Bool) {
        var (takesHTML, takesText) = (takesHTML, takesText)
        let (textCount, htmlCount) = (textParts.count, htmlParts.count)
        for (number, place) in places.enumerated() {
            let part = parts[place]
            if let inner = part.multipart {
                let isAlternative = isInAlternative || inner == "alternative"
                visit(part.children, in: inner, isInAlternative: isAlternative, takesHTML: takesHTML, takesText: takesText)
            } else if !isShown(part, isFirst: number == 0, in: multipart) {
                attachments.append(place)
            } else if multipart == "alternative" {
                switch part.type {
                case "text/plain" where takesText: textParts.append(place)
                case "text/html" where takesHTML: htmlParts.append(place)
                default: attachments.append(place)
                }
            } else {
                if isInAlternative, part.type == "text/plain" { takesHTML = false }
                if isInAlternative, part.type == "text/html" { takesText = false }
                if takesText { textParts.append(place) }
                if takesHTML { htmlParts.append(place) }
                if part.isMedia {
                    attachments.append(place)
                    shownMedia.insert(place)
                } else if !takesText, !takesHTML {
                    attachments.append(place)
                }
            }
        }
        guard multipart == "alternative", takesText, takesHTML else { return }
        // HTML alone, or plain text alone, serves for both.
        let (newText, newHTML) = (textParts[textCount...], htmlParts[htmlCount...])
        if newText.isEmpty { textParts += newHTML }
        if newHTML.isEmpty { htmlParts += newText }
    }

    private func isShown(_ part: MIMEPart, isFirst: Bool, in multipart: String) -> Bool {
        guard part.disposition != "attachment", part.type == "text/plain" || part.type == "text/html" || part.isMedia else { return false }
        return isFirst || multipart != "related" && (part.isMedia || part.name == nil)
    }

    /// The message as HTML; nil if no part of it is HTML.
    func html(_ problems: inout MIMEProblems) -> String? {
        let shown = htmlParts.filter { !parts[$0].isMedia }
        guard shown.contains(where: { parts[$0].type == "text/html" }) else { return nil }
        return shown.compactMap { place in
            let text = parts[place].decodedText(&problems)
            return parts[place].type == "text/html" ? text : text.utf8.allSatisfy(\.isFoldedSpace) ? nil : Self.markup(of: text)
        }.joined(separator: "\n")
    }

    /// The message as plain text; nil if it has HTML alone.
    func plainText(_ problems: inout MIMEProblems) -> String? {
        let shown = textParts.filter { !parts[$0].isMedia }
        guard !shown.isEmpty, !shown.contains(where: { parts[$0].type == "text/html" }) else { return nil }
        return shown.reduce(into: "") { text, place in
            if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
            text += parts[place].decodedText(&problems)
        }
    }

    /// Plain text between parts of HTML.
    private static func markup(of text: String) -> String {
        var output = "<div style=\"white-space: pre-wrap\">"
        for character in text.unicodeScalars {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            default: output.unicodeScalars.append(character)
            }
        }
        return output + "</div>"
    }
}
