internal import HTMLParsing

/// Tells Markdown from other texts by the marks that HTML and mail do not have.
public enum MarkdownDetection {
    /// The number of bytes at the start of a text that are examined.
    private static let examinedBytes = 1 << 16
    /// The weight of marks from which a text is Markdown: one kind of mark is never enough, because people write some in mails.
    private static let sureWeight = 3

    /// Whether a document is Markdown by its media type or by the extension of its file name. The extension decides if the media type is
    /// missing, plain text or `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - name: The name of the file, or the URL, without an extension such as `.gz`.
    ///   - contentType: The value of the header `Content-Type`; nil for a file.
    public static func isMarkdown(fileName name: String, contentType: String? = nil) -> Bool {
        if let type = contentType?.prefix(while: { $0 != ";" }).lowercased().filter({ !$0.isWhitespace }) {
            if type == "text/markdown" { return true }
            if type != "text/plain", type != "application/octet-stream" { return false }
        }
        let name = name.lowercased()
        return [".md", ".markdown", ".mdx"].contains(where: name.hasSuffix)
    }

    /// Whether a text is Markdown beyond doubt. False for most short texts, for HTML, and for mail with the marks that people write there.
    public static func isSurelyMarkdown(_ text: String) -> Bool {
        var text = text
        text.makeContiguousUTF8()
        return isSurelyMarkdown(text.utf8.span)
    }

    /// Whether a text in UTF-8 is Markdown beyond doubt.
    public static func isSurelyMarkdown(_ bytes: Span<UInt8>) -> Bool {
        if case .found(let frontMatter)? = try? MarkdownFrontMatter.read(bytes), frontMatter.format != .json, !frontMatter.fields.isEmpty {
            return true
        }
        let text = bytes.extracting(first: min(bytes.count, examinedBytes))
        let start = text.afterWhitespace(0)
        guard start < text.count else { return false }
        // The text begins with HTML or JSON.
        if "<{".utf8.contains(text[start]) { return false }
        var marks = MarkdownMarks()
        marks.read(text)
        return !marks.hasMarkup && marks.weight >= sureWeight
    }
}

/// Collects the kinds of Markdown marks in a text.
private struct MarkdownMarks {
    private var kinds: Set<Kind> = []
    /// Whether the text has elements that writers of HTML use for paragraphs and lines.
    private(set) var hasMarkup = false
    private var fence: Range<Int>?
    private var isAfterBlank = true

    private enum Kind {
        case fence, table, heading, definition, link, strong, task, code
    }

    var weight: Int { kinds.reduce(0) { $0 + ($1 == .fence || $1 == .table ? 2 : 1) } }

    mutating func read(_ text: Span<UInt8>) {
        var start = 0
        while start < text.count, !hasMarkup {
            var end = start
            while end < text.count, text[end] != 0x0A { end += 1 }
            readLine(text.extracting(text.trimmed(start..<end)), isIndented: text.afterBlanks(start) - start >= 4)
            start = end + 1
        }
    }

    private mutating func readLine(_ line: Span<UInt8>, isIndented: Bool) {
        guard !line.isEmpty, line[line.count - 1] != 0x0D || line.count > 1 else {
            isAfterBlank = true
            return
        }
        let line = line[line.count - 1] == 0x0D ? line.extracting(droppingLast: 1) : line
        defer { isAfterBlank = false }
        if readFence(line) || fence != nil { return }
        if isIndented { return }
        switch line[0] {
        case UInt8(ascii: "#") where isAfterBlank: readHeading(line)
        case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"):
            if line.count > 4, TableSyntax.alignments(line).map({ $0.count > 1 }) ?? false { kinds.insert(.table) }
            if line.hasWord("- [ ] ", at: 0) || line.hasWord("- [x] ", at: 0) { kinds.insert(.task) }
        case UInt8(ascii: "["):
            if let label = LinkSyntax.label(in: line, at: 0), line.hasWord(": ", at: label.end), hasAddress(line, at: label.end + 2) {
                kinds.insert(.definition)
            }
        default: break
        }
        readInlines(line)
    }

    private mutating func readHeading(_ line: Span<UInt8>) {
        var level = 0
        while level < line.count, line[level] == UInt8(ascii: "#") { level += 1 }
        if level <= 6, level + 1 < line.count, line[level] == 0x20, line[level + 1].isASCIIAlphanumeric || line[level + 1] >= 0x80 {
            kinds.insert(.heading)
        }
    }

    /// Reads the first or last line of a fenced block.
    private mutating func readFence(_ line: Span<UInt8>) -> Bool {
        var length = 0
        while length < line.count, line[length] == UInt8(ascii: "`") { length += 1 }
        guard length >= 3 else { return false }
        for index in length..<line.count where line[index] == UInt8(ascii: "`") { return false }
        if let open = fence {
            guard length >= open.count, length == line.count else { return false }
            fence = nil
            kinds.insert(.fence)
        } else {
            fence = 0..<length
        }
        return true
    }

    private func hasAddress(_ line: Span<UInt8>, at start: Int) -> Bool {
        line.hasWord("http://", at: start) || line.hasWord("https://", at: start) || line.hasWord("mailto:", at: start)
            || line.hasWord("/", at: start) || line.hasWord("./", at: start) || line.hasWord("#", at: start)
    }

    private static let paragraphTags: Set<HTMLTag> = [
        .p, .br, .div, .html, .body, .head, .table, .tr, .td, .ul, .ol, .li, .pre, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote, .span, .font,
    ]

    private mutating func readInlines(_ line: Span<UInt8>) {
        var index = 0
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "<"):
                var end = index + 1
                if line.hasWord("/", at: end) { end += 1 }
                let start = end
                while end < line.count, line[end].isASCIIAlphanumeric { end += 1 }
                if let tag = HTMLTag(name: line.extracting(start..<end)), Self.paragraphTags.contains(tag) { hasMarkup = true }
                index = max(end, index + 1)
            case UInt8(ascii: "`"):
                var end = index + 1
                while end < line.count, line[end] != UInt8(ascii: "`") { end += 1 }
                if end < line.count, end > index + 1 { kinds.insert(.code) }
                index = end + 1
            case UInt8(ascii: "]"):
                if line.hasWord("](", at: index), hasAddress(line, at: index + 2) { kinds.insert(.link) }
                index += 1
            case UInt8(ascii: "*") where line.hasWord("**", at: index):
                index = strongEnd(line, from: index + 2)
            default: index += 1
            }
        }
    }

    private mutating func strongEnd(_ line: Span<UInt8>, from start: Int) -> Int {
        guard start < line.count, line[start].isASCIIAlphanumeric || line[start] >= 0x80 else { return start + 1 }
        var index = start
        while index < line.count, line[index] != UInt8(ascii: "*") { index += 1 }
        guard line.hasWord("**", at: index) else { return index + 1 }
        kinds.insert(.strong)
        return index + 2
    }
}
