internal import HTMLParsing

/// Tells HTML from plain text, and HTML that is laid out by markup from HTML whose paragraphs are parted by blank lines.
///
/// Plain text has angle brackets, too: addresses (`<ana@example.com>`), comparisons, placeholders (`<first-name>`), code, and talk about tags
/// (`the <p> tag`). A parser of HTML takes them for tags and drops them. So a text is HTML only if
///
/// * it begins with a document type or an element, or
/// * it has elements with end tags or void elements, and more layout by markup than signs of plain text, or
/// * it is one line without tags, but with character references: `Tom &amp; Ann`.
///
/// The signs of plain text, counted outside of block elements, are:
///
/// * brackets that a parser takes for tags, and that are none,
/// * tags that stand as words: between spaces, in quotation marks, or in code of Markdown,
/// * lines with tags that are quoted mail, part of a diff, or indented behind a blank line.
///
/// Layout by markup is line breaks, block elements, and elements with attributes. HTML with blank lines between words, and not more line
/// breaks by markup than those, has its paragraphs parted by blank lines. Brackets that are no tags stay in HTML as text.
struct MarkupEvidence {
    /// The number of elements.
    private var elements = 0
    /// The number of line breaks by markup.
    private var lineBreaks = 0
    /// The number of block elements, and of elements with attributes.
    private var layout = 0
    /// The number of blank lines with words on both sides.
    private var blankLines = 0
    /// The number of signs of plain text.
    private var plainTextSigns = 0
    /// The offsets of brackets that are no tags.
    private var nonTags: [Int] = []
    /// The number of open block elements. All other counts are those outside of them.
    private var blockDepth = 0
    /// The number of open elements for code.
    private var codeDepth = 0
    /// Whether words were read since the last tag that separates words.
    private var hasWords = false
    /// The number of line ends since the last word.
    private var lineEnds = 0
    /// The start of the current line.
    private var line = MarkupLine()

    /// Returns the markup in a text; nil if it is plain text.
    static func markup(in text: String) -> TextMarkup? {
        let bytes = text.utf8.span
        // Skip a byte order mark.
        var start = bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        while start < bytes.count, bytes[start].isFoldedSpace { start += 1 }
        guard let first = bytes.index(of: 0x3C, from: start) else {
            return CharacterReferences.areInLine(bytes, from: start) ? TextMarkup(html: text) : nil
        }
        let beginning = first == start ? MarkupBeginning(bytes, at: start) : .words
        if beginning == .document || beginning == .block && !BlankLines.partWords(in: bytes, from: start) { return TextMarkup(html: text) }
        let scan = MarkupScan(bytes, from: start)
        var evidence = MarkupEvidence()
        if beginning != .words { evidence.elements = 1 }
        evidence.read(scan.brackets, in: bytes, from: start)
        guard evidence.elements > 0, evidence.plainTextSigns == 0 || evidence.strength > evidence.plainTextSigns else { return nil }
        return evidence.markup(text)
    }

    private var strength: Int { lineBreaks + layout }

    private func markup(_ text: String) -> TextMarkup {
        let hasParagraphs = blankLines > 0 && lineBreaks <= blankLines && !BlockEditor.wrote(text.utf8.span)
        guard !nonTags.isEmpty else { return TextMarkup(html: text, hasParagraphs: hasParagraphs) }
        let bytes = text.utf8.span
        var html: [UInt8] = []
        html.reserveCapacity(bytes.count + 3 * nonTags.count)
        var start = 0
        for bracket in nonTags {
            for index in start..<bracket { html.append(bytes[index]) }
            html += "&lt;".utf8
            start = bracket + 1
        }
        for index in start..<bytes.count { html.append(bytes[index]) }
        return TextMarkup(html: String(decoding: html, as: UTF8.self), hasParagraphs: hasParagraphs, isRepaired: true)
    }

    private mutating func read(_ brackets: [MarkupScan.Bracket], in bytes: Span<UInt8>, from start: Int) {
        var index = start
        for (place, bracket) in brackets.enumerated() {
            read(text: index..<bracket.start, in: bytes)
            index = bracket.end
            switch bracket.kind {
            case .nonTag: readNonTag(bracket)
            case .comment:
                // A line with a comment is not blank.
                if lineEnds < 2 { lineEnds = 0 }
            case .tag(let tag):
                let shape = MarkupShape(bracket.start..<bracket.end, tag, in: bytes)
                if bracket.isQuoted {
                    readPlainText(isWord: true)
                } else if let partner = bracket.partner {
                    if tag.isEnd {
                        close(tag)
                    } else {
                        let end = brackets[partner]
                        guard case .tag(let endTag) = end.kind else { continue }
                        open(tag, shape, MarkupShape(end.start..<end.end, endTag, in: bytes))
                    }
                } else {
                    readUnpaired(tag, shape, isFirst: place == 0 && elements > 0)
                }
            }
        }
        read(text: index..<bytes.count, in: bytes)
    }

    private mutating func read(text range: Range<Int>, in bytes: Span<UInt8>) {
        /// The number of bytes since the last white space. From the third one on, a word changes nothing.
        var wordBytes = 0
        for index in range {
            wordBytes = bytes[index] > 0x20 ? wordBytes + 1 : 0
            if wordBytes > 2 { continue }
            line.read(bytes[index])
            guard blockDepth == 0 else { continue }
            if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) {
                lineEnds += 1
            } else if !bytes[index].isFoldedSpace {
                readWord()
            }
        }
    }

    /// Counts the blank line between the previous word and this one.
    private mutating func readWord() {
        if hasWords, lineEnds > 1 { blankLines += 1 }
        hasWords = true
        lineEnds = 0
    }

    /// Separates the words before and behind, as a block element does.
    private mutating func separate() {
        hasWords = false
        lineEnds = 0
    }

    private mutating func readPlainText(isWord: Bool) {
        guard blockDepth == 0 else { return }
        plainTextSigns += 1
        if isWord { readWord() }
    }

    private mutating func readNonTag(_ bracket: MarkupScan.Bracket) {
        guard blockDepth == 0 else { return }
        nonTags.append(bracket.start)
        readPlainText(isWord: true)
        // In an element for code, a bracket is code that was not escaped.
        if codeDepth > 0 { plainTextSigns -= 1 }
    }

    private mutating func open(_ tag: MarkupTag, _ shape: MarkupShape, _ endShape: MarkupShape) {
        guard tag.name != .other else { return }
        if blockDepth == 0 {
            let isPlainText = isInPlainText(before: tag)
            let isHidden = HiddenContent.hides(tag.name)
            if shape.isFree && endShape.isFree || isHidden && !tag.hasAttributes && shape.isInLine { readPlainText(isWord: true) }
            if !isHidden {
                elements += 1
                if !isPlainText, tag.hasAttributes || !tag.name.isInlineContent { layout += 1 }
            }
            if tag.name.isReplaced { readWord() }
        }
        line.readTag()
        if tag.name.isCode { codeDepth += 1 }
        guard !tag.name.isInlineContent || tag.name.isReplaced else { return }
        blockDepth += 1
        if !tag.name.isReplaced { separate() }
    }

    private mutating func close(_ tag: MarkupTag) {
        if tag.name == .other { return }
        line.readTag()
        if tag.name.isCode { codeDepth -= 1 }
        guard !tag.name.isInlineContent || tag.name.isReplaced else { return }
        blockDepth -= 1
        if !tag.name.isReplaced { separate() }
    }

    /// Reads a void element, or a tag without its counterpart.
    private mutating func readUnpaired(_ tag: MarkupTag, _ shape: MarkupShape, isFirst: Bool) {
        defer { line.readTag() }
        guard blockDepth == 0 else { return }
        let isPlainText = isInPlainText(before: tag)
        switch tag.name {
        case .other:
            // Office programs close some of their elements in the start tag, and their settings stand in comments.
            if !tag.isSelfClosing { readPlainText(isWord: true) }
        case .br, .hr, .wbr:
            elements += 1
            if tag.name != .wbr {
                if !isPlainText { lineBreaks += 1 }
                separate()
            }
        case _ where tag.name.isVoid:
            if tag.isEnd { return }
            guard tag.hasAttributes else { return readPlainText(isWord: true) }
            if !HiddenContent.hides(tag.name) { elements += 1 }
            if !isPlainText { layout += 1 }
            readWord()
        default:
            if !isFirst, !tag.hasAttributes, shape.isWord { return readPlainText(isWord: true) }
            if tag.name == .p, !tag.isEnd, !isFirst {
                // Its end tag is optional.
                elements += 1
                if !isPlainText { layout += 1 }
                hasWords = false
            }
            // The tag makes its line non-blank; an end tag of a block also separates words.
            if !tag.name.isInlineContent, tag.isEnd || isFirst { hasWords = false }
            if isFirst, !tag.name.isInlineContent { layout += 1 }
            if !tag.name.isPhrasing { lineEnds = 0 }
        }
    }

    /// Counts a line that is quoted mail, part of a diff, or an indented block.
    ///
    /// - Returns: Whether the tag stands in such a line.
    private mutating func isInPlainText(before tag: MarkupTag) -> Bool {
        let isIndented = hasWords && lineEnds > 1 && line.isIndented && !tag.isEnd && !tag.name.isInlineContent
        guard isIndented || line.isQuotedOrDiff(before: tag) else { return false }
        if line.markCounted() { plainTextSigns += 1 }
        return true
    }
}

extension HTMLTag {
    fileprivate var isCode: Bool {
        switch self {
        case .code, .kbd, .samp, .tt: true
        default: false
        }
    }
}
