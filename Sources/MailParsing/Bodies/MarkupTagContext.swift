internal import HTMLParsing

/// How a tag stands among the characters around it: as markup, which touches the words that it marks, or as a word that the text mentions.
struct MarkupTagContext {
    /// Whether spaces stand on both sides of a start tag without attributes, or before an end tag: `the <b> and </b> tags`.
    let isFree: Bool
    /// Whether the tag does not touch the words that it would mark: `the <p> tag`, `List<S>`, `the tag </p>`.
    let isWord: Bool
    /// Whether words or spaces stand before the tag in its line.
    let isInLine: Bool
    /// Whether only line ends or tags stand after the tag in its line.
    let endsLine: Bool
    /// Whether a void element stands as a word that ends a phrase: `the tag <br>, or <hr>.`
    let endsPhrase: Bool

    init(_ range: Range<Int>, _ tag: MarkupTag, in bytes: Span<UInt8>) {
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0x0A
        let after = range.upperBound < bytes.count ? bytes[range.upperBound] : 0x0A
        isInLine = before != 0x0A && before != 0x0D && before != 0x3E
        endsLine = after == 0x0A || after == 0x0D || after == 0x3C
        endsPhrase = before == 0x20 && (after == 0x2C || after == 0x2E || after == 0x3A || after == 0x3B)
        let isAtStart = range.lowerBound == 0 && tag.name.isPhrasing
        if tag.isEnd {
            isFree = before == 0x20
            isWord = tag.name.isPhrasing || isInLine ? before.isFoldedSpace || Self.isLetter(after) : false
        } else {
            isFree = (before == 0x20 || isAtStart) && after == 0x20 && !tag.hasAttributes
            let touches = Self.isLetter(after) || after == 0x3C || after == 0x26 || after == 0x22 || after == 0x27
            // Comparisons and generic types, `a<b>c`, have names of one letter, which are those of inline elements.
            isWord = tag.name.isPhrasing ? !touches || Self.isLetter(before) : isInLine ? !touches : after == 0x20
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 }
}

/// The kind of markup at the beginning of a text.
enum MarkupBeginning {
    /// A document type, or an element of the whole document.
    case document
    /// A block element with its end tag, or with attributes.
    case block
    /// Another element or a comment.
    case element
    /// Plain words, without markup.
    case words

    /// - Parameter start: The offset of the angle bracket that begins the text, after white space.
    init(_ bytes: Span<UInt8>, at start: Int) {
        self = .words
        if start + 1 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F {
            if ["<!doctype", "<![cdata[", "<?xml", "<!-- wp:"].contains(where: { bytes.hasPrefix($0, at: start) }) { self = .document }
            if self == .words, bytes.hasPrefix("<!--", at: start) { self = .element }
            return
        }
        let lastClosing = bytes.lastIndex(of: 0x3E) ?? -1
        guard let tag = MarkupTag(at: start, in: bytes, lastClosing: lastClosing), !tag.isEnd, !tag.isCut else { return }
        // A name at the beginning of a sentence: `<html> is the root element.`
        let isSubject = !tag.hasAttributes && tag.end + 1 < bytes.count && bytes[tag.end] == 0x20 && bytes[tag.end + 1] != 0x3C
        if tag.isStorageFormat, !isSubject { self = .block }
        if tag.name == .other { return }
        switch tag.name {
        case .html, .head, .body, .meta:
            if !isSubject || Self.hasEndTag(of: tag.name, in: bytes, from: tag.end, lastClosing) { self = .document }
        default:
            let isElement = tag.hasAttributes || Self.hasEndTag(of: tag.name, in: bytes, from: tag.end, lastClosing)
            guard isElement || tag.name.impliesHTML else { return }
            self = isElement && !tag.name.isInlineInHTML && !tag.name.isVoid ? .block : .element
        }
    }

    private static func hasEndTag(of name: HTMLTag, in bytes: Span<UInt8>, from start: Int, _ lastClosing: Int) -> Bool {
        var index = start
        while let angle = bytes.index(of: 0x3C, from: index) {
            index = angle + 1
            guard index < bytes.count, bytes[index] == 0x2F else { continue }
            guard let tag = MarkupTag(at: angle, in: bytes, lastClosing: lastClosing) else { continue }
            if tag.isEnd, tag.name == name { return true }
            // Skip the tag, so that its content is read only once.
            index = tag.end
        }
        return false
    }
}

extension HTMLTag {
    /// Whether a text that begins with this tag is HTML even without an end tag. Other names, such as `<title>` or `<time>`, also occur as
    /// placeholders in plain text.
    fileprivate var impliesHTML: Bool {
        switch self {
        case .style, .script, .p, .div, .span, .br, .hr, .a, .b, .i, .u, .em, .strong, .font, .big, .small, .sub, .sup, .center,
            .blockquote,
            .pre, .table, .thead, .tbody, .tr, .td, .th, .ul, .ol, .li, .dl, .dt, .dd, .h1, .h2, .h3, .h4, .h5, .h6, .article, .section,
            .figure, .aside, .nav, .main, .header, .footer:
            true
        default: false
        }
    }
}

/// Tells from the start of a line whether it is quoted mail (`>`), part of a diff (`+`, `-`), or indented.
struct MarkupLine {
    /// The first character of the line; nil if the line is empty or begins with a tag.
    private var mark: UInt8?
    private var isAtStart = true
    /// Whether only white space was read after the mark.
    private var isAfterMark = false
    /// Whether white space was read directly after the mark.
    private var hasSpace = false
    private var isCounted = false
    /// The columns of white space at the start.
    private var columns = 0

    /// The columns from which an indented line is a sample of code rather than text.
    private static let minColumns = 2
    private static let tabColumns = 4

    /// Whether nothing but white space was read, and at least two columns of it.
    var isIndented: Bool { isAtStart && columns >= Self.minColumns }

    /// Reads a byte of the text between tags.
    mutating func read(_ byte: UInt8) {
        if byte == 0x0A || byte == 0x0D {
            self = MarkupLine()
        } else if byte.isFoldedSpace {
            hasSpace = hasSpace || isAfterMark
            if isAtStart { columns += byte == 0x09 ? Self.tabColumns : 1 }
        } else {
            isAfterMark = isAtStart
            if isAtStart { mark = byte }
            isAtStart = false
        }
    }

    /// Reads a tag in the line.
    mutating func readTag() {
        isAtStart = false
        isAfterMark = false
    }

    /// Whether the line is quoted mail or part of a diff. A hyphen and a space do not suffice before inline elements, because they
    /// also begin a list item.
    ///
    /// - Parameter tag: The next tag of the line.
    func isQuotedOrDiff(before tag: MarkupTag) -> Bool {
        switch mark {
        case UInt8(ascii: ">"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            isCounted || isAfterMark && !tag.name.isVoid && (!hasSpace || !tag.name.isPhrasing)
        default: false
        }
    }

    /// Marks the line as counted.
    ///
    /// - Returns: Whether it was not counted before.
    mutating func markCounted() -> Bool {
        defer { isCounted = true }
        return !isCounted
    }
}
