package import HTTP
/// A link of a response's header `Link`.
///
/// - SeeAlso: RFC 8288, section 3
package struct WebLink: Sendable, Equatable {
    /// The target as written: an absolute URL or a relative reference.
    let target: String
    /// The relation types, such as `next`, in lower case.
    let relations: [String]
    /// Whether the link starts from another resource than the response, because it has the parameter `anchor`.
    var hasAnchor = false

    /// Returns the target of the first link with a relation type; nil if there is none.
    ///
    /// - Parameters:
    ///   - relation: The relation type, compared without case.
    ///   - headers: The header fields of a response, which may have several fields `Link`.
    package static func target(of relation: String, in headers: HTTPHeaders) -> String? {
        let wanted = relation.lowercased()
        for value in headers.values(of: "Link") {
            var parser = WebLinkParser(value)
            while let link = parser.next() {
                if !link.hasAnchor, link.relations.contains(wanted) { return link.target }
            }
        }
        return nil
    }

    /// Returns the value of a header `Link` that holds no link, although it holds something; nil if there is none.
    package static func unreadable(in headers: HTTPHeaders) -> String? {
        headers.values(of: "Link").first { value in
            var parser = WebLinkParser(value)
            return !value.allSatisfy { ", \t".contains($0) } && parser.next() == nil
        }
    }
}

/// Parses a value of the header `Link`. It reads each byte once, and skips everything that is no link.
///
/// - SeeAlso: RFC 8288, section 3 and appendix B.2
struct WebLinkParser {
    private let bytes: [UInt8]
    private var place = 0

    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    /// Returns the next complete link; nil at the end of the value.
    mutating func next() -> WebLink? {
        while let byte = peek {
            if byte == UInt8(ascii: "<") {
                if let link = link() { return link }
            } else if byte == UInt8(ascii: "\"") {
                _ = quotedString()
            } else {
                place += 1
            }
        }
        return nil
    }

    /// Reads a link at its `<`; nil if its `>` is missing.
    private mutating func link() -> WebLink? {
        place += 1
        let start = place
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else {
            place = bytes.count
            return nil
        }
        place = end + 1
        let target = text(start..<end)
        var relations: [String]?
        var hasAnchor = false
        while let (name, value) = parameter() {
            // Of several parameters `rel`, the first counts (section 3.3).
            if name == "rel", relations == nil {
                // Some servers write single quotation marks, which the grammar takes for letters.
                relations = value.lowercased().split { " \t'".contains($0) }.map(String.init)
            }
            if name == "anchor" { hasAnchor = true }
        }
        return WebLink(target: target, relations: relations ?? [], hasAnchor: hasAnchor)
    }

    /// Reads the next parameter of a link, up to the end of its value; nil after the last one.
    private mutating func parameter() -> (name: String, value: String)? {
        skipSpaces()
        guard peek == UInt8(ascii: ";") else { return nil }
        // An empty parameter, as in `<a>;;rel=next`, is skipped.
        while let byte = peek, byte == UInt8(ascii: ";") || Self.isSpace(byte) { place += 1 }
        let start = place
        while let byte = peek, !Self.isSpace(byte), !"=;,".utf8.contains(byte) { place += 1 }
        let name = text(start..<place).lowercased()
        skipSpaces()
        guard peek == UInt8(ascii: "=") else { return (name, "") }
        place += 1
        skipSpaces()
        if peek == UInt8(ascii: "\"") { return (name, quotedString()) }
        let valueStart = place
        while let byte = peek, !";,".utf8.contains(byte) { place += 1 }
        return (name, text(valueStart..<place))
    }

    /// Reads a quoted string at its first quotation mark. A string without an end goes to the end of the value.
    ///
    /// - SeeAlso: RFC 9110, section 5.6.4
    private mutating func quotedString() -> String {
        place += 1
        var content: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            place += 1
            if byte == UInt8(ascii: "\\"), let escaped = peek {
                content.append(escaped)
                place += 1
            } else {
                content.append(byte)
            }
        }
        place = min(place + 1, bytes.count)
        return String(decoding: content, as: UTF8.self)
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpaces() {
        while let byte = peek, Self.isSpace(byte) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
