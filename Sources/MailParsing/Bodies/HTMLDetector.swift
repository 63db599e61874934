import HTMLParsing

/// Tells HTML from plain text: HTML breaks its lines by markup, plain text by line ends.
///
/// Plain text has angle brackets, too: addresses (`<ana@example.com>`, `<https://…>`), comparisons, element names, code. Plain text
/// that is read as HTML loses them and all line ends; HTML that is read as plain text loses nothing. So a text is HTML only if
///
/// * it begins with a document type or an element, or
/// * it has elements with end tags or void elements, and more line breaks by markup than signs of plain text, or
/// * it is one line without elements, but with character references: `Tom &amp; Ann`.
///
/// The signs of plain text, counted outside of elements, are:
///
/// * blank lines between words (words in inline elements included),
/// * lines with tags that are quoted mail or part of a diff,
/// * in a text of several lines: angle brackets that are no element, such as addresses and unknown names.
struct HTMLDetector {
    /// The number of end tags that follow, by element name.
    private var endTags = [Int](repeating: 0, count: 256)
    /// The number of open elements.
    private var depth = 0
    /// The number of elements so far.
    private var elements = 0
    /// The number of line breaks and paragraphs by markup, outside of other elements.
    private var breaks = 0
    /// The number of blank lines with words on both sides, outside of block elements.
    private var blankLines = 0
    /// The number of lines with tags that are quoted or part of a diff.
    private var quotedOrDiffLines = 0
    /// The number of addresses and unknown names in angle brackets.
    private var nonElementBrackets = 0
    /// Whether words stand in more than one line.
    private var hasLines = false
    /// Whether words were read since the last tag that separates words.
    private var hasWords = false
    /// The number of line ends since the last word.
    private var lineEnds = 0
    /// The start of the current line.
    private var line = MarkupLine()
    /// Whether the open element has only inline content so far.
    private var isInLine = false

    /// Returns whether to read a text as HTML.
    static func isHTML(_ text: String) -> Bool {
        let bytes = text.utf8.span
        // Skip a byte order mark.
        var start = bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        while start < bytes.count, bytes[start].isFoldedSpace { start += 1 }
        guard let first = nextAngle(from: start, in: bytes) else { return hasReferences(bytes, from: start) }
        if first == start, beginsWithMarkup(bytes, at: start) { return true }
        var detector = HTMLDetector()
        detector.countEndTags(in: bytes, from: first)
        return detector.readsAsHTML(bytes, from: start, first)
    }

    /// Whether the text begins with a document type, a comment or an element.
    private static func beginsWithMarkup(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        if start + 1 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F {
            return matches("<!doctype", bytes, start) || matches("<!--", bytes, start) || matches("<![cdata[", bytes, start)
                || matches("<?xml", bytes, start)
        }
        guard let tag = MarkupTag(at: start, in: bytes), !tag.isEnd, tag.isWellFormed else { return false }
        return tag.hasAttributes || tag.name.impliesHTML || hasEndTag(of: tag.name, in: bytes, from: tag.end)
    }

    private static func hasEndTag(of name: HTMLTag, in bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while let angle = nextAngle(from: index, in: bytes) {
            index = angle + 1
            if let tag = MarkupTag(at: angle, in: bytes), tag.isEnd, tag.name == name { return true }
        }
        return false
    }

    private mutating func countEndTags(in bytes: Span<UInt8>, from start: Int) {
        var index = start
        while let angle = Self.nextAngle(from: index, in: bytes) {
            index = angle + 1
            guard index < bytes.count, bytes[index] == 0x2F, let tag = MarkupTag(at: angle, in: bytes) else { continue }
            endTags[Int(tag.name.rawValue)] += 1
        }
    }

    private mutating func readsAsHTML(_ bytes: Span<UInt8>, from start: Int, _ first: Int) -> Bool {
        var index = start
        var angle: Int? = first
        while let place = angle {
            read(text: index..<place, in: bytes)
            index = place
            if let tag = MarkupTag(at: place, in: bytes), tag.isWellFormed {
                read(tag)
                index = tag.end
                angle = Self.nextAngle(from: index, in: bytes)
            } else {
                if depth == 0, NonElementBracket.begins(at: place, in: bytes) { nonElementBrackets += 1 }
                angle = Self.nextAngle(from: place + 1, in: bytes)
            }
        }
        read(text: index..<bytes.count, in: bytes)
        let plainTextSigns = blankLines + quotedOrDiffLines + (hasLines ? nonElementBrackets : 0)
        return elements > 0 && (plainTextSigns == 0 || breaks > plainTextSigns)
    }

    private mutating func read(text range: Range<Int>, in bytes: Span<UInt8>) {
        /// The number of bytes since the last white space. From the third one on, a word changes nothing.
        var wordBytes = 0
        for index in range {
            wordBytes = bytes[index] > 0x20 ? wordBytes + 1 : 0
            if wordBytes > 2 { continue }
            line.read(bytes[index])
            guard depth == 0 else { continue }
            if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) {
                lineEnds += 1
            } else if !bytes[index].isFoldedSpace {
                readWord()
            }
        }
    }

    /// Counts the lines and blank lines between the previous word and this one, outside of block elements.
    private mutating func readWord() {
        if hasWords, lineEnds > 0 { hasLines = true }
        if hasWords, lineEnds > 1 { blankLines += 1 }
        hasWords = true
        lineEnds = 0
    }

    private mutating func read(_ tag: MarkupTag) {
        let number = Int(tag.name.rawValue)
        let isQuotedOrDiff = depth == 0 && line.isQuotedOrDiff(before: tag)
        if isQuotedOrDiff, line.markCounted() { quotedOrDiffLines += 1 }
        line.readTag()
        if tag.isEnd {
            guard depth > 0 else { return readUnpaired(tag) }
            endTags[number] -= 1
            depth -= 1
            if !tag.name.isPhrasing { isInLine = false }
            if isInLine {
                if depth == 0 { readWord() }
                return
            }
        } else if tag.name.isVoid {
            guard tag.hasAttributes || tag.name == .br || tag.name == .hr || tag.name == .wbr else { return }
            if !HiddenContent.hides(tag.name) { elements += 1 }
            if tag.name == .br, depth == 0, !isQuotedOrDiff { breaks += 1 }
            isInLine = false
        } else if endTags[number] > 0 {
            if depth == 0, !isQuotedOrDiff, tag.name == .p || tag.name == .div { breaks += 1 }
            isInLine = tag.name.isPhrasing && (depth == 0 || isInLine)
            depth += 1
            if !HiddenContent.hides(tag.name) { elements += 1 }
            // Whether it holds only words of the line is known at its end.
            if isInLine { return }
        } else {
            return readUnpaired(tag)
        }
        hasWords = false
        lineEnds = 0
    }

    /// Reads a tag without its counterpart. It makes its line non-blank; an unpaired end tag of a block also separates words.
    private mutating func readUnpaired(_ tag: MarkupTag) {
        guard depth == 0, !tag.name.isPhrasing else { return }
        if tag.isEnd { hasWords = false }
        lineEnds = 0
    }

    /// Whether the text is one line that contains a character reference.
    private static func hasReferences(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var end = bytes.count
        while end > start, bytes[end - 1].isFoldedSpace { end -= 1 }
        var hasReferences = false
        var index = start
        while index < end {
            if bytes[index] == 0x0A || bytes[index] == 0x0D { return false }
            if bytes[index] == 0x26 { hasReferences = hasReferences || isCharacterReference(bytes, at: index) }
            index += 1
        }
        return hasReferences
    }

    /// Whether the ampersand begins a character reference: `&amp;`, `&#38;`.
    private static func isCharacterReference(_ bytes: Span<UInt8>, at ampersand: Int) -> Bool {
        var index = ampersand + 1
        if index < bytes.count, bytes[index] == 0x23 { index += 1 }
        let isNumber = index > ampersand + 1
        let start = index
        while index < bytes.count, index - start < 32, bytes[index].isASCIILetter || bytes[index].isASCIIDigit { index += 1 }
        return index - start > (isNumber ? 0 : 1) && index < bytes.count && bytes[index] == 0x3B
    }

    private static func nextAngle(from start: Int, in bytes: Span<UInt8>) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == 0x3C { return index }
            index += 1
        }
        return nil
    }

    private static func matches(_ word: StaticString, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
        guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count {
                if unsafe bytes[start + offset].asciiLowercased != letters[offset] { return false }
            }
            return true
        }
    }
}

extension HTMLTag {
    /// Whether a text that begins with this tag is HTML even without an end tag. Other names, such as `<title>` or `<time>`, also occur as
    /// placeholders in plain text.
    fileprivate var impliesHTML: Bool {
        switch self {
        case .html, .head, .body, .meta, .style, .script, .p, .div, .span, .br, .hr, .a, .b, .i, .u, .em, .strong, .font, .big, .small,
            .sub,
            .sup, .center, .blockquote, .pre, .table, .thead, .tbody, .tr, .td, .th, .ul, .ol, .li, .dl, .dt, .dd, .h1, .h2, .h3, .h4, .h5,
            .h6, .article, .section, .figure, .aside, .nav, .main, .header, .footer:
            true
        default: false
        }
    }
}
