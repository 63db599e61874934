internal import WebAddresses

/// A page that Google Docs has exported: its classes hold the styles of text, and its links go through a redirect.
struct GoogleDocsExport {
    /// The looks of classes by their name.
    private var looks: [String: TextLook] = [:]

    /// The beginning of all links in an export. The real address follows.
    private static let redirect = "https://www.google.com/url?q="
    /// The bytes of a style sheet in which the import of Google's fonts is looked for.
    private static let importBytes = 200
    /// The maximum number of classes that are read.
    private static let maximumClasses = 10_000

    /// Reads the style sheets of a document; nil if Google Docs has not written it.
    init?(of document: HTMLDocument) {
        guard document.mayHaveElement(.style) else { return nil }
        let sheets = document.elements(tag: .style).flatMap(document.children).map { document.textRange(of: $0) }
        let isExport = sheets.contains {
            let start = document.bytes[$0].prefix(Self.importBytes)
            return start.starts(with: "@import url(".utf8)
                && String(decoding: start, as: UTF8.self).contains("https://themes.googleusercontent.com/")
        }
        guard isExport || sheets.contains(where: { document.bytes.holdsListClass($0) }) else { return nil }
        for sheet in sheets { readRules(document.bytes, sheet) }
    }

    /// The look that the classes of an element give to it.
    func look(of node: HTMLNode, in document: HTMLDocument) -> TextLook {
        if looks.isEmpty { return TextLook() }
        return document.classes(of: node).reduce(TextLook()) { look, name in
            looks[String(decoding: document.bytes[name], as: UTF8.self)].map { look.changed(by: $0) } ?? look
        }
    }

    /// Reads the rules whose selector is one class.
    private mutating func readRules(_ bytes: [UInt8], _ range: Range<Int>) {
        var reader = CSSReader(bytes.span, range)
        var tokens: [CSSToken] = []
        while reader.token.kind != .end {
            let end = reader.readPrelude(bytes.span, endsAtSemicolon: true, into: &tokens)
            let start = reader.token.end
            reader.advance(bytes.span)
            guard end == .openBrace else { continue }
            reader.skipBlock(bytes.span)
            guard tokens.count == 2, tokens[0].delimiter == UInt8(ascii: "."), tokens[1].kind == .ident, looks.count < Self.maximumClasses
            else { continue }
            let after = reader.token.start
            let brace = bytes[start..<max(start, after)].lastIndex(of: UInt8(ascii: "}")) ?? after
            let look = HTMLInlineStyle(bytes, in: start..<brace).textLook
            if !look.isEmpty { looks[String(decoding: bytes[tokens[1].start..<tokens[1].end], as: UTF8.self)] = look }
        }
    }

    /// Replaces redirects in links by the real addresses.
    func resolveLinks(in document: inout HTMLDocument) {
        for link in document.elements(tag: .a) {
            guard let address = document.attribute("href", of: link), address.hasPrefix(Self.redirect) else { continue }
            let target = address.dropFirst(Self.redirect.count).prefix { $0 != "&" }
            document.setAttribute("href", to: PercentEncoding.decoded(String(target)), of: link)
        }
    }
}

extension [UInt8] {
    /// Whether a style sheet names a list of Google Docs.
    fileprivate func holdsListClass(_ range: Range<Int>) -> Bool {
        let name = Array("lst-kix_".utf8)
        var rest = self[range]
        while let place = rest.firstIndex(of: UInt8(ascii: "_")) {
            if rest[..<place].suffix(name.count - 1).elementsEqual(name.dropLast()) { return true }
            rest = rest[(place + 1)...]
        }
        return false
    }
}
