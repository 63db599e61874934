internal import HTMLParsing
internal import MarkdownParsing

/// The format of a text: HTML, plain text or Markdown.
public enum ContentFormat: String, CaseIterable, Sendable {
    /// Detects HTML by the markup in the text, paragraphs by its blank lines, and Markdown by marks that leave no doubt.
    case auto
    /// HTML, whatever the text looks like.
    case html
    /// Plain text, whatever the text looks like.
    case text
    /// HTML in which blank lines separate paragraphs and line ends break lines, as editors of content systems keep it.
    case paragraphs
    /// Markdown, whatever the text looks like.
    case markdown

    /// Finds a format by its name, ignoring case, or by a media type such as `text/html; charset=utf-8`; nil for other texts.
    public init?(named text: String) {
        let name = text.prefix { $0 != ";" }.lowercased()
        switch name.filter({ !$0.isWhitespace }) {
        case "text/html", "application/xhtml+xml": self = .html
        case "text/plain": self = .text
        case "text/markdown": self = .markdown
        case let name:
            guard let format = ContentFormat(rawValue: name) else { return nil }
            self = format
        }
    }

    /// Whether ``markup(in:)`` could find paragraphs that blank lines separate.
    ///
    /// - Parameter bytes: The text in UTF-8.
    public static func mayHaveParagraphs(_ bytes: Span<UInt8>) -> Bool {
        var start = 0
        while start < bytes.count, bytes[start].isFoldedSpace { start += 1 }
        let isDocument = start < bytes.count && bytes[start] == 0x3C && MarkupBeginning(bytes, at: start) == .document
        return !isDocument && BlankLines.partWords(in: bytes, from: start)
    }

    /// Returns the markup in a text; nil if it is plain text.
    ///
    /// - Parameter text: The whole text. Only `auto`, `paragraphs` and `markdown` read it, in linear time.
    public func markup(in text: String) -> TextMarkup? {
        switch self {
        case .html: TextMarkup(html: text)
        case .text: nil
        case .paragraphs: TextMarkup(html: text, hasParagraphs: !WordPressBlockEditor.wrote(text.utf8.span))
        case .markdown: TextMarkup(markdown: text)
        case .auto: detectedMarkup(in: text)
        }
    }

    /// Detects the markup in a text. Front matter alone does not make a text Markdown: it would be lost.
    private func detectedMarkup(in text: String) -> TextMarkup? {
        var text = text
        text.makeContiguousUTF8()
        let bytes = text.utf8.span
        let start = TextMarkup.bodyOffset(ofMarkdown: bytes)
        if MarkdownDetection.isSurelyMarkdown(bytes.extracting(droppingFirst: start)) { return TextMarkup(markdown: text) }
        return MarkupEvidence.markup(in: text)
    }
}

/// The block editor of WordPress, whose texts have all paragraphs as elements.
///
/// - SeeAlso: [Block grammar](https://developer.wordpress.org/block-editor/explanations/architecture/key-concepts/#blocks)
enum WordPressBlockEditor {
    /// Whether a text has a comment of a block, such as `<!-- wp:paragraph -->`.
    static func wrote(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while let angle = bytes.index(of: UInt8(ascii: "<"), from: index) {
            if bytes.hasPrefix("<!-- wp:", at: angle) { return true }
            index = angle + 1
        }
        return false
    }
}

extension Span<UInt8> {
    /// The first offset of a byte; nil if there is none.
    func index(of byte: UInt8, from start: Int) -> Int? {
        let index = firstIndex(of: byte, byte, byte, byte, from: start, in: self)
        return index < count ? index : nil
    }

    /// The last offset of a byte; nil if there is none.
    func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    /// Whether a lower-case ASCII text stands at an offset, ignoring case.
    func hasPrefix(_ word: StaticString, at start: Int) -> Bool {
        guard start >= 0, start + word.utf8CodeUnitCount <= count else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count {
                if unsafe self[start + offset].asciiLowercased != letters[offset] { return false }
            }
            return true
        }
    }
}

/// The blank lines of a text.
enum BlankLines {
    /// Whether a blank line may separate words from other words or from a block element: block elements do not stand on both sides of it.
    static func partWords(in bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            index = firstIndex(of: 0x0A, 0x0A, 0x0D, 0x0D, from: index, in: bytes)
            let lineEnd = index
            var lineEnds = 0
            while index < bytes.count, bytes[index].isFoldedSpace {
                if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) { lineEnds += 1 }
                index += 1
            }
            guard lineEnds > 1, index < bytes.count else { continue }
            if !isBlock(at: index, in: bytes) || !endsBlock(before: lineEnd, from: start, in: bytes) { return true }
        }
        return false
    }

    /// Whether a tag of a block element, or a comment, begins at an offset.
    private static func isBlock(at start: Int, in bytes: Span<UInt8>) -> Bool {
        guard bytes[start] == 0x3C else { return false }
        if bytes.hasPrefix("<!--", at: start) { return true }
        guard let tag = MarkupTag(at: start, in: bytes, lastClosing: -1) else { return false }
        return tag.name != .other && !tag.name.isInlineInHTML
    }

    /// The maximum length of a tag that is searched backwards from its end, in bytes.
    private static let maxTagLength = 1000

    /// Whether a tag of a block element, or a comment, ends before an offset, ignoring white space; also true at the start of the text.
    private static func endsBlock(before end: Int, from start: Int, in bytes: Span<UInt8>) -> Bool {
        var last = end - 1
        while last > start, bytes[last].isFoldedSpace { last -= 1 }
        if last < start || last == start && bytes[last].isFoldedSpace { return true }
        guard last > start, bytes[last] == 0x3E else { return false }
        if last > start + 1, bytes[last - 1] == 0x2D, bytes[last - 2] == 0x2D { return true }
        var index = last
        while index > start, last - index < maxTagLength, bytes[index] != 0x3C { index -= 1 }
        return bytes[index] == 0x3C && isBlock(at: index, in: bytes)
    }
}
