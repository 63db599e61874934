internal import HTMLParsing

/// Finds the tags with addresses in HTML, and the places of the addresses.
///
/// - SeeAlso: [HTML 13.2.5, Tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)
struct HTMLAddressReader {
    struct Tag {
        let name: HTMLTag
        let isEnd: Bool
        /// The addresses in its attributes.
        var addresses: [Address] = []
    }

    struct Address {
        let text: String
        let range: Range<Int>
        let form: MarkdownAddress.Form
        let uses: MarkdownAddress.Uses
    }

    private var index = 0

    /// The next tag; nil after the last one that is complete.
    mutating func next(_ html: Span<UInt8>) -> Tag? {
        while index < html.count {
            index = firstIndex(of: 0x3C, 0x3C, 0x3C, 0x3C, from: index, in: html)
            guard index + 1 < html.count else { return nil }
            let start = index
            switch html[start + 1] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skipComment(html)
            case UInt8(ascii: "/"):
                index = start + 2
                let name = Self.nameEnd(html, from: index)
                let tag = HTMLTag(name: Self.lowercased(html, index..<name).span) ?? .other
                index = firstIndex(of: 0x3E, 0x3E, 0x3E, 0x3E, from: name, in: html) + 1
                return Tag(name: tag, isEnd: true)
            case let byte where byte.isASCIILetter:
                guard let tag = startTag(html) else { return nil }
                skipRawText(of: tag.name, html)
                return tag
            default: index += 1
            }
        }
        return nil
    }

    private mutating func skipComment(_ html: Span<UInt8>) {
        let isComment = html.hasWord("--", at: index + 2)
        // `<!-->` and `<!--->` are whole comments.
        var end = index + 2
        let mark: StaticString = isComment ? "-->" : ">"
        while end < html.count, !html.hasWord(mark, at: end) { end += 1 }
        index = end + mark.utf8CodeUnitCount
    }

    /// Skips the content of an element in which no tags are read.
    private mutating func skipRawText(of tag: HTMLTag, _ html: Span<UInt8>) {
        let end: StaticString
        switch tag {
        case .script: end = "</script"
        case .style: end = "</style"
        case .textarea: end = "</textarea"
        case .title: end = "</title"
        case .xmp: end = "</xmp"
        case .iframe: end = "</iframe"
        case .noembed: end = "</noembed"
        case .noframes: end = "</noframes"
        case .plaintext: end = "</plaintext"
        default: return
        }
        while index < html.count, !html.hasWord(end, at: index) { index += 1 }
    }

    private static func nameEnd(_ html: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < html.count, !isSpace(html[end]), html[end] != UInt8(ascii: ">"), html[end] != UInt8(ascii: "/") { end += 1 }
        return end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte.isBlankOrNewline || byte == 0x0C || byte == 0x0D }

    private static func lowercased(_ html: Span<UInt8>, _ range: Range<Int>) -> [UInt8] { range.map { html[$0].asciiLowercased } }
}

extension HTMLAddressReader {
    /// An attribute with its place and its value.
    private struct Attribute {
        let name: String
        let value: Range<Int>
        /// The quotation mark around the value; 0 for none.
        let quote: UInt8
    }

    /// Reads the start tag at the index; nil if it has no end.
    private mutating func startTag(_ html: Span<UInt8>) -> Tag? {
        let start = index + 1
        let nameEnd = Self.nameEnd(html, from: start)
        let name = HTMLTag(name: Self.lowercased(html, start..<nameEnd).span) ?? .other
        let isComponent = name == .other || (0x41...0x5A).contains(html[start])
        var attributes: [Attribute] = []
        index = nameEnd
        while true {
            while index < html.count, Self.isSpace(html[index]) || html[index] == UInt8(ascii: "/") { index += 1 }
            guard index < html.count else { return nil }
            if html[index] == UInt8(ascii: ">") { break }
            guard let attribute = attribute(html) else { return nil }
            // Of two attributes with one name, the first one counts. A tag with very many is no one's.
            if let attribute, attributes.count < 256, !attributes.contains(where: { $0.name == attribute.name }) {
                attributes.append(attribute)
            }
        }
        index += 1
        var tag = Tag(name: name, isEnd: false)
        let isLazy = name == .img && attributes.contains { $0.name.hasPrefix("data-") && Self.isAddress(html, $0) }
        for attribute in attributes where Self.isAddress(html, attribute) {
            guard let uses = Self.uses(of: attribute.name, name, isComponent: isComponent) else { continue }
            // The address in `src` is that of a placeholder, until a script has run.
            if isLazy, attribute.name == "src" { continue }
            tag.add(attribute.value, html, uses, isList: HTMLAddressAttribute.isList(attribute.name), quote: attribute.quote)
        }
        return tag
    }

    /// Reads an attribute.
    ///
    /// - Returns: nil if the tag has no end; nil inside of that for an attribute without a value that could be an address.
    private mutating func attribute(_ html: Span<UInt8>) -> Attribute?? {
        let start = index
        index += 1
        while index < html.count, !Self.isSpace(html[index]), !"/>=".utf8.contains(html[index]) { index += 1 }
        let name = start..<index
        var next = index
        while next < html.count, Self.isSpace(html[next]) { next += 1 }
        guard next < html.count else { return nil }
        guard html[next] == UInt8(ascii: "=") else { return .some(nil) }
        index = next + 1
        while index < html.count, Self.isSpace(html[index]) { index += 1 }
        guard index < html.count else { return nil }
        let quote = html[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let value = index
            while index < html.count, !Self.isSpace(html[index]), html[index] != UInt8(ascii: ">") { index += 1 }
            return Self.known(html, name, value..<index, 0)
        }
        let value = index + 1
        index = firstIndex(of: quote, quote, quote, quote, from: value, in: html)
        guard index < html.count else { return nil }
        index += 1
        return Self.known(html, name, value..<index - 1, quote)
    }

    /// The attribute, if its name may be one of an address.
    private static func known(_ html: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, _ quote: UInt8) -> Attribute?? {
        guard name.count <= 32 else { return .some(nil) }
        return Attribute(name: String(decoding: lowercased(html, name), as: UTF8.self), value: value, quote: quote)
    }

    private static func uses(of attribute: String, _ tag: HTMLTag, isComponent: Bool) -> MarkdownAddress.Uses? {
        switch HTMLAddressAttribute.kind(of: attribute, on: tag) {
        case .images?: return .image
        case .linkedFiles?: return tag == .a || tag == .area ? .link : .file
        case .all?: return []
        case nil:
            guard isComponent, ["src", "href", "poster", "srcset"].contains(attribute) else { return nil }
            return attribute == "href" ? [.mdxComponent, .link] : .mdxComponent
        }
    }

    /// Whether the value of an attribute is no expression of MDX, such as `{image}`.
    private static func isAddress(_ html: Span<UInt8>, _ attribute: Attribute) -> Bool {
        let isPlain = attribute.quote != 0 || attribute.value.isEmpty || html[attribute.value.lowerBound] != UInt8(ascii: "{")
        guard isPlain, !attribute.name.hasPrefix("data-") else { return isPlain && hasPath(html, attribute.value) }
        return true
    }

    /// Whether the value of an attribute of a lazy loader is an address.
    private static func hasPath(_ html: Span<UInt8>, _ value: Range<Int>) -> Bool {
        value.contains { html[$0] == UInt8(ascii: ".") || html[$0] == UInt8(ascii: "/") }
            && !value.contains { html[$0] == UInt8(ascii: "{") }
    }
}

extension HTMLAddressReader.Tag {
    fileprivate mutating func add(
        _ value: Range<Int>, _ html: Span<UInt8>, _ uses: MarkdownAddress.Uses, isList: Bool, quote: UInt8
    ) {
        func add(_ range: Range<Int>, _ form: MarkdownAddress.Form) {
            var text: [UInt8] = []
            text.append(unescaped: range, of: html, hasEscapes: false)
            addresses.append(.init(text: String(decoding: text, as: UTF8.self), range: range, form: form, uses: uses))
        }
        guard isList else { return add(value, .attribute(quote: quote)) }
        var index = value.lowerBound
        func isSpace(_ byte: UInt8) -> Bool { byte.isBlankOrNewline || byte == 0x0C || byte == 0x0D }
        // HTML, parsing a srcset attribute.
        while true {
            while index < value.upperBound, isSpace(html[index]) || html[index] == UInt8(ascii: ",") { index += 1 }
            let start = index
            while index < value.upperBound, !isSpace(html[index]) { index += 1 }
            if index == start { return }
            var end = index
            while html[end - 1] == UInt8(ascii: ",") { end -= 1 }
            add(start..<end, .candidate(quote: quote))
            if end < index { continue }
            var depth = 0
            while index < value.upperBound, html[index] != UInt8(ascii: ",") || depth > 0 {
                if html[index] == UInt8(ascii: "(") { depth += 1 } else if html[index] == UInt8(ascii: ")") { depth = max(0, depth - 1) }
                index += 1
            }
        }
    }
}
