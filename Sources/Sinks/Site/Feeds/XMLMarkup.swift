/// Writes XML: constant elements, and content only as escaped text.
struct XMLMarkup {
    /// The XML in UTF-8.
    private(set) var bytes: [UInt8]

    /// - Parameter start: The declaration and the comment at the start of the file.
    init(_ start: String = "") { bytes = Array(start.utf8) }

    /// Writes an element with other elements in it.
    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: (inout XMLMarkup) -> Void
    ) {
        open(name, attributes)
        bytes += ">\n".utf8
        content(&self)
        bytes += "</\(name)>\n".utf8
    }

    /// Writes an element with a text.
    mutating func element(_ name: StaticString, text: String) {
        bytes += "<\(name)>".utf8
        append(text)
        bytes += "</\(name)>\n".utf8
    }

    /// Writes an element without content.
    mutating func empty(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) {
        open(name, attributes)
        bytes += "/>\n".utf8
    }

    mutating func append(_ other: XMLMarkup) { bytes += other.bytes }

    private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) {
        bytes += "<\(name)".utf8
        for case (let key, let value?) in attributes {
            bytes += " \(key)=\"".utf8
            append(value)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a text. Characters that XML does not allow become U+FFFD.
    ///
    /// - SeeAlso: [XML 1.0, 2.2 Characters](https://www.w3.org/TR/xml/#charsets)
    private mutating func append(_ text: String) {
        if text.utf8.allSatisfy({ (0x23...0x7E).contains($0) && $0 != 0x26 && $0 != 0x3C && $0 != 0x3E }) { return bytes += text.utf8 }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            // A parser turns a plain carriage return into a line feed.
            case "\r": bytes += "&#13;".utf8
            case "\t", "\n": bytes += String(scalar).utf8
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
            default: bytes += String(scalar).utf8
            }
        }
    }
}
