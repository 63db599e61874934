internal import HTMLParsing
internal import JSONQuery
internal import Pipeline
internal import XMLParsing

/// Converts texts of feeds to HTML, plain text and dates.
enum FeedTextConverter {
    /// A text with its character references replaced. Its tags stay.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return HTMLDocument(parsingFragment: text.replacing("<", with: "&lt;")).text
    }

    /// HTML as plain text on one line. Most titles of RSS are plain text, some are HTML; without a reference or an end tag, a text is plain.
    static func plain(_ title: String?) -> String? {
        guard let title = title?.meaningful else { return nil }
        let bytes = title.utf8
        let mayBeHTML =
            bytes.contains(UInt8(ascii: "&")) && bytes.contains(UInt8(ascii: ";"))
            || bytes.contains(UInt8(ascii: "/")) && (title.contains("</") || title.contains("/>"))
        return oneLine(mayBeHTML ? HTMLDocument(parsingFragment: title).text : title)
    }

    /// A text with single spaces for white space.
    static func oneLine(_ text: String) -> String? {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").meaningful
    }

    /// Plain text as HTML: a paragraph for each part between blank lines, and `br` at the ends of other lines. A single line stays text.
    static func paragraphs(_ text: String) -> String {
        let lines = text.trimmingSpaces.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).trimmingSpaces }
        guard lines.count > 1 else { return HTMLDocument.escaped(lines.first ?? "") }
        let paragraphs = lines.split { $0.isEmpty }.map { part in
            part.map { HTMLDocument.escaped($0) }.joined(separator: "<br>\n")
        }
        return paragraphs.count == 1 ? paragraphs[0] : paragraphs.map { "<p>\($0)</p>" }.joined(separator: "\n")
    }

    /// The content of an element that should hold escaped HTML. Some feeds write the elements of HTML themselves.
    ///
    /// - Returns: nil for an element without content.
    static func html(of element: XMLElement) -> String? {
        element.children.isEmpty ? element.text.meaningful : html(ofXHTML: element.content).meaningful
    }

    /// The content of an element in XHTML as HTML.
    static func html(ofXHTML content: [XMLElement.Content]) -> String {
        var document = HTMLDocument()
        append(content, to: document.root, in: &document)
        return document.serialized()
    }

    /// Recursive; the limit for the depth of a document bounds the recursion.
    private static func append(_ content: [XMLElement.Content], to parent: HTMLNode, in document: inout HTMLDocument) {
        for part in content {
            switch part {
            case .text(let text): document.append(document.makeText(text), to: parent)
            case .element(let element):
                let attributes = element.attributes.compactMap { attribute in
                    htmlName(of: attribute.name).map { HTMLAttribute(name: $0, value: attribute.value) }
                }
                let namespace: HTMLNamespace =
                    switch element.name.namespace {
                    case "http://www.w3.org/2000/svg": .svg
                    case "http://www.w3.org/1998/Math/MathML": .mathML
                    default: .html
                    }
                let name = namespace == .html ? element.name.local.lowercased() : element.name.local
                let node = document.makeElement(named: name, namespace: namespace, attributes: attributes)
                document.append(node, to: parent)
                append(element.content, to: node, in: &document)
            }
        }
    }

    /// The name of an attribute in HTML; nil for one that only XML has.
    private static func htmlName(of name: XMLName) -> String? {
        if name.prefix == "xml" { return name.local == "lang" || name.local == "id" ? name.local : nil }
        return name.prefix == "xmlns" || name.written == "xmlns" ? nil : name.written
    }

    /// A date in ISO 8601: in UTC if the text names its zone, otherwise as it is; nil if the text is no date.
    static func date(_ text: String) -> String? { DateTextReader.iso(text) }

    /// The seconds of a length such as `3600`, `59:30` or `1:02:03`; nil for another text.
    static func seconds(_ text: String?) -> Int? {
        guard let text = text?.meaningful, text.utf8.count <= 20 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var seconds = 0
        for part in parts {
            let whole = part.prefix { $0 != "." }
            guard let number = Int(whole), number >= 0, number < 1_000_000 else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds
    }

    /// A number of bytes; nil for a text that is none, and for the 0 of a feed that does not know it.
    static func bytes(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}

extension HTMLDocument {
    /// The text of all nodes.
    fileprivate var text: String { textContent(of: root) }
}

extension FeedItem {
    /// The date in a text. A text that is no date is kept, with a warning.
    mutating func date(_ text: String?, of field: String) -> String? {
        guard let text = text?.meaningful else { return nil }
        if let date = FeedTextConverter.date(text) { return date }
        note("\(field): expected a date, found \"\(text.prefix(100).printable)\"; it is kept as it is")
        return text
    }
}
