public import HTMLParsing
internal import MarkdownParsing

/// The markup of a text: Markdown, or HTML, perhaps with blank lines that separate its paragraphs.
public struct TextMarkup: Sendable {
    /// Markdown without front matter, or HTML. In HTML, angle brackets that begin no tag are character references where a parser would lose
    /// the words after them.
    public let text: String
    /// Whether the text is Markdown.
    public let isMarkdown: Bool
    /// Whether blank lines separate paragraphs, and line ends break lines.
    public let hasParagraphs: Bool
    /// Whether an HTML parser may read the text unchanged, and its document needs no further changes.
    public let isVerbatim: Bool
    /// Whether the text may have brackets in elements that begin no tag. Only its document can tell: see ``repaired(_:)``.
    private let mayHaveStrays: Bool

    /// - Parameters:
    ///   - html: The text as HTML.
    ///   - isRepaired: Whether `html` differs from the source text.
    init(html: String, hasParagraphs: Bool = false, isRepaired: Bool = false, mayHaveStrays: Bool = false) {
        text = html
        isMarkdown = false
        self.hasParagraphs = hasParagraphs
        self.mayHaveStrays = mayHaveStrays
        isVerbatim = !hasParagraphs && !isRepaired
    }

    /// - Parameter text: Markdown, perhaps with front matter in YAML or TOML.
    init(markdown text: String) {
        let start = Self.bodyOffset(ofMarkdown: text.utf8.span)
        self.text = start == 0 ? text : String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        isMarkdown = true
        hasParagraphs = false
        mayHaveStrays = false
        isVerbatim = false
    }

    /// The offset of the text after front matter in YAML or TOML; 0 without any. An object at the start of a text is part of the text.
    static func bodyOffset(ofMarkdown bytes: Span<UInt8>) -> Int {
        guard case .found(let frontMatter)? = try? MarkdownFrontMatter.read(bytes), frontMatter.format != .json else { return 0 }
        return frontMatter.bodyOffset
    }

    /// Makes character references of the angle brackets that begin no tag.
    ///
    /// - Parameter brackets: Their offsets in UTF-8, in order.
    init(escaping brackets: [Int], in text: String, hasParagraphs: Bool = false, mayHaveStrays: Bool = false) {
        guard !brackets.isEmpty else {
            self.init(html: text, hasParagraphs: hasParagraphs, mayHaveStrays: mayHaveStrays)
            return
        }
        let bytes = text.utf8.span
        var html: [UInt8] = []
        html.reserveCapacity(bytes.count + 3 * brackets.count)
        var start = 0
        for bracket in brackets {
            for index in start..<bracket { html.append(bytes[index]) }
            html += "&lt;".utf8
            start = bracket + 1
        }
        for index in start..<bytes.count { html.append(bytes[index]) }
        self.init(html: String(decoding: html, as: UTF8.self), hasParagraphs: hasParagraphs, isRepaired: true, mayHaveStrays: mayHaveStrays)
    }

    /// Makes the document of the text.
    ///
    /// - Parameter isFragment: Whether the document lacks the elements `html`, `head` and `body`.
    public func document(isFragment: Bool = true) -> HTMLDocument {
        let document = parsed(isFragment: isFragment)
        return repaired(document)?.document(isFragment: isFragment) ?? completed(document)
    }

    /// Returns the document that a parser makes of ``text``, without the changes of ``repaired(_:)`` and ``completed(_:)``.
    ///
    /// - Parameter isFragment: Whether the document lacks the elements `html`, `head` and `body`. Markdown never has them.
    public func parsed(isFragment: Bool = true) -> HTMLDocument {
        if isMarkdown { return HTMLDocument(parsingMarkdown: text) }
        return isFragment ? HTMLDocument(parsingFragment: text) : HTMLDocument(parsing: text)
    }

    /// Returns the markup with character references for brackets that begin no tag, although the parser reads them as tags; nil without
    /// any.
    ///
    /// Only a document with elements that HTML does not know can have any: most texts are not searched.
    ///
    /// - Parameter document: The document that a parser makes of ``text``.
    public func repaired(_ document: HTMLDocument) -> TextMarkup? {
        guard mayHaveStrays, document.hasUnknownElements else { return nil }
        let strays = StrayBrackets.offsets(in: text.utf8.span, from: 0)
        return strays.isEmpty ? nil : TextMarkup(escaping: strays, in: text, hasParagraphs: hasParagraphs)
    }

    /// Returns a document of ``text`` with its paragraphs as elements.
    public func completed(_ document: HTMLDocument) -> HTMLDocument {
        guard hasParagraphs else { return document }
        var document = document
        document.splitParagraphs()
        return document
    }
}

/// The angle brackets of HTML that a parser reads as tags, although they plainly are none.
///
/// They are addresses (`<ana@example.com>`, `<https://example.org>`), lists of types (`Map<K, V>`), and elements that HTML does not know,
/// which have neither an end tag nor an attribute with a value: `List<String>`, `<First Name>`. Names with a hyphen or a colon are those of
/// elements.
///
/// - SeeAlso: [HTML 13.2.5.8, Tag name state](https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state)
private struct StrayBrackets {
    /// The offsets of the brackets, in order.
    private(set) var offsets: [Int] = []
    /// The brackets that are stray unless their element has an end tag.
    private var unknown: [(offset: Int, name: String)] = []
    private var endTags: Set<String> = []

    /// The kinds of text that follow a bracket and begin with a letter.
    private enum Kind { case known(HTMLTag), element, stray, unknown }

    /// The limit of a name, in bytes. Longer ones are elements.
    private static let maxNameLength = 64

    /// Finds the brackets in a text, in linear time.
    ///
    /// - Parameter start: The offset at which the text begins.
    static func offsets(in bytes: Span<UInt8>, from start: Int) -> [Int] {
        var brackets = StrayBrackets()
        brackets.read(bytes, from: start)
        let unclosed = brackets.unknown.filter { !brackets.endTags.contains($0.name) }.map(\.offset)
        return unclosed.isEmpty ? brackets.offsets : (brackets.offsets + unclosed).sorted()
    }

    private mutating func read(_ bytes: Span<UInt8>, from start: Int) {
        var index = start
        while let angle = bytes.index(of: 0x3C, from: index), angle + 1 < bytes.count {
            index = angle + 1
            if bytes[index].isASCIILetter {
                let end = Self.nameEnd(from: index, in: bytes)
                switch Self.kind(at: angle, end, in: bytes) {
                case .known(let tag): index = Self.endOfContent(of: tag, from: Self.endOfTag(from: end, in: bytes), in: bytes)
                case .element: index = Self.endOfTag(from: end, in: bytes)
                case .stray: offsets.append(angle)
                case .unknown: unknown.append((angle, Self.name(index..<end, in: bytes)))
                }
            } else if bytes[index] == 0x2F {
                let end = Self.nameEnd(from: index + 1, in: bytes)
                if !unknown.isEmpty { endTags.insert(Self.name(index + 1..<end, in: bytes)) }
                index = end
            } else if bytes[index] == 0x21 || bytes[index] == 0x3F {
                let ending: StaticString =
                    bytes.hasPrefix("<!--", at: angle) ? "-->" : bytes.hasPrefix("<![cdata[", at: angle) ? "]]>" : ">"
                index = Self.end(of: ending, from: index + 1, in: bytes)
            }
        }
    }

    /// The end of a name. All bytes beyond ASCII count as letters.
    private static func nameEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, end - start <= maxNameLength, isInName(bytes[end]) { end += 1 }
        return end
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
    }

    private static func name(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        String(decoding: range.map { bytes[$0].asciiLowercased }, as: UTF8.self)
    }

    private static func kind(at angle: Int, _ end: Int, in bytes: Span<UInt8>) -> Kind {
        let count = end - angle - 1
        // The text ends inside of the name, or the name is too long to compare.
        guard end < bytes.count, count <= maxNameLength else { return .element }
        if bytes[end] == 0x40 || bytes[end] == 0x2C || bytes.hasPrefix("://", at: end - 1) { return .stray }
        var name = InlineArray<64, UInt8>(repeating: 0)
        for offset in 0..<count {
            let byte = bytes[angle + 1 + offset].asciiLowercased
            if byte == 0x2D || byte == 0x3A { return .element }
            name[offset] = byte
        }
        if let tag = HTMLTag(name: name.span.extracting(0..<count)), tag != .other { return .known(tag) }
        return hasValue(from: end, in: bytes) ? .element : .unknown
    }

    /// Whether a tag has an attribute with a value, or is closed in itself: `<x y="1">`, `<x/>`.
    private static func hasValue(from end: Int, in bytes: Span<UInt8>) -> Bool {
        var index = end
        while index < bytes.count, bytes[index] != 0x3E, bytes[index] != 0x3C {
            if bytes[index] == 0x3D, index > end { return true }
            index += 1
        }
        return index == bytes.count || bytes[index] == 0x3E && bytes[index - 1] == 0x2F
    }

    /// The offset after a tag. A `>` in a value in quotation marks does not end it.
    private static func endOfTag(from start: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x3E {
            let isValue = bytes[index] == 0x3D
            index += 1
            guard isValue else { continue }
            while index < bytes.count, bytes[index].isFoldedSpace { index += 1 }
            guard index < bytes.count, bytes[index] == 0x22 || bytes[index] == 0x27 else { continue }
            guard let quote = bytes.index(of: bytes[index], from: index + 1) else { return bytes.count }
            index = quote + 1
        }
        return index
    }

    /// The offset after the content of an element in which no tags are read.
    private static func endOfContent(of tag: HTMLTag, from start: Int, in bytes: Span<UInt8>) -> Int {
        switch tag {
        case .script: end(of: "</script", from: start, in: bytes)
        case .style: end(of: "</style", from: start, in: bytes)
        case .xmp: end(of: "</xmp", from: start, in: bytes)
        case .iframe: end(of: "</iframe", from: start, in: bytes)
        case .noembed: end(of: "</noembed", from: start, in: bytes)
        case .noframes: end(of: "</noframes", from: start, in: bytes)
        case .plaintext: bytes.count
        default: start
        }
    }

    /// The offset after a word; the end of the text if the word does not occur.
    private static func end(of word: StaticString, from start: Int, in bytes: Span<UInt8>) -> Int {
        let first = word.withUTF8Buffer { letters in unsafe letters[0] }
        var index = start
        while let found = bytes.index(of: first, from: index) {
            if bytes.hasPrefix(word, at: found) { return found + word.utf8CodeUnitCount }
            index = found + 1
        }
        return bytes.count
    }
}
