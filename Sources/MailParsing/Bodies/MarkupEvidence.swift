internal import HTMLParsing

/// Tells HTML from plain text, and HTML that is laid out by markup from HTML whose paragraphs are separated by blank lines.
///
/// Plain text has angle brackets, too: addresses (`<ana@example.com>`), comparisons, placeholders (`<first-name>`), code, and talk about tags
/// (`the <p> tag`). A parser of HTML takes them for tags and drops them. So a text is HTML only if
///
/// * it begins with a document type or an element, or
/// * it has elements with end tags or void elements, and more layout by markup than signs of plain text, or
/// * it has no tags, but ``CharacterReferenceEvidence`` as markup: `Tom &amp; Ann`.
///
/// The signs of plain text, counted outside of block elements, are:
///
/// * brackets that a parser reads as tags, although they are none,
/// * tags that stand as words: between spaces, in quotation marks, or in code of Markdown,
/// * lines with tags that are quoted mail, part of a diff, or indented after a blank line.
///
/// Layout by markup is line breaks, block elements, elements with attributes, and comments on lines of their own. If there is any, pairs of
/// inline elements count, too. Line breaks between spaces count only in a text without signs of plain text: `Use <br> or <hr> there`.
///
/// HTML with blank lines between words, and not more line breaks by markup than those, has its paragraphs separated by blank lines.
/// Brackets that are no tags stay in HTML as text.
struct MarkupEvidence {
    /// The number of elements.
    var elements = 0
    /// The number of line breaks by markup.
    var lineBreaks = 0
    /// The number of line breaks by markup that stand between spaces.
    var freeLineBreaks = 0
    /// The number of inline elements with end tags that touch words.
    var inlinePairs = 0
    /// The number of block elements, and of elements with attributes.
    var layout = 0
    /// The number of comments in `layout`.
    var comments = 0
    /// The number of blank lines with words on both sides.
    var blankLines = 0
    /// Whether words outside of block elements have a line end between them, and whether a blank line separates words from a block element.
    var hasLooseLines = false
    var hasLooseBlankLine = false
    /// Whether paragraphs are elements.
    var hasParagraphElements = false
    /// The number of signs of plain text.
    var plainTextSigns = 0
    /// The offsets of brackets that are no tags.
    var nonTags: [Int] = []
    /// The number of open block elements. All other counts are those outside of them.
    var blockDepth = 0
    /// The number of open quotations around which no other block element is open. Blank lines separate paragraphs in them.
    var quotationDepth = 0
    /// The number of open elements for code.
    var codeDepth = 0
    /// Whether words were read since the last tag that separates words.
    var hasWords = false
    /// The number of line ends since the last word.
    var lineEnds = 0
    /// The start of the current line.
    var line = MarkupLine()

    /// Returns the markup in a text; nil if it is plain text.
    static func markup(in text: String) -> TextMarkup? {
        let bytes = text.utf8.span
        // Skip a byte order mark.
        var start = bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        while start < bytes.count, bytes[start].isFoldedSpace { start += 1 }
        guard let first = bytes.index(of: 0x3C, from: start) else {
            return CharacterReferenceEvidence.markup(in: text, from: start)
        }
        let beginning = first == start ? MarkupBeginning(bytes, at: start) : .words
        if beginning == .document || beginning == .block && !BlankLines.partWords(in: bytes, from: start) {
            return TextMarkup(html: text, mayHaveStrays: true)
        }
        let scan = MarkupScan(bytes, from: start, hasMarkdown: beginning != .block)
        var evidence = MarkupEvidence()
        if beginning != .words { evidence.elements = 1 }
        evidence.read(scan.brackets, in: bytes, from: start)
        guard beginning == .block || evidence.isMarkup else { return nil }
        return evidence.markup(text)
    }

    private var isMarkup: Bool {
        guard elements > 0 else { return false }
        let strength = lineBreaks - freeLineBreaks + layout
        return plainTextSigns == 0 || strength > 0 && strength + inlinePairs > plainTextSigns
    }

    private var hasParagraphs: Bool {
        if blankLines > 0 { return lineBreaks <= blankLines }
        // If comments are the only layout, the line ends of the text decide.
        if comments > 0, layout == comments, lineBreaks == 0, inlinePairs == 0 { return hasLooseLines }
        return hasLooseBlankLine && hasLooseLines && lineBreaks == 0 && !hasParagraphElements
    }

    private func markup(_ text: String) -> TextMarkup {
        let hasParagraphs = hasParagraphs && !WordPressBlockEditor.wrote(text.utf8.span)
        return TextMarkup(escaping: nonTags, in: text, hasParagraphs: hasParagraphs, mayHaveStrays: true)
    }

    mutating func read(_ brackets: [MarkupScan.Bracket], in bytes: Span<UInt8>, from start: Int) {
        var index = start
        for (place, bracket) in brackets.enumerated() {
            read(text: index..<bracket.start, in: bytes)
            index = bracket.end
            switch bracket.kind {
            case .nonTag: readNonTag(bracket)
            case .comment: readComment(bracket, in: bytes)
            case .section: break
            case .tag(let tag):
                let shape = MarkupTagContext(bracket.start..<bracket.end, tag, in: bytes)
                if bracket.isQuoted {
                    readPlainText(isWord: true)
                } else if let partner = bracket.partner {
                    if tag.isEnd {
                        close(tag)
                    } else {
                        let end = brackets[partner]
                        guard case .tag(let endTag) = end.kind else { continue }
                        open(tag, shape, MarkupTagContext(end.start..<end.end, endTag, in: bytes))
                    }
                } else {
                    readUnpaired(tag, shape, isFirst: place == 0 && elements > 0)
                }
            }
        }
        read(text: index..<bytes.count, in: bytes)
    }

    mutating func read(text range: Range<Int>, in bytes: Span<UInt8>) {
        /// The number of bytes since the last white space. From the third one on, a word changes nothing.
        var wordBytes = 0
        for index in range {
            wordBytes = bytes[index] > 0x20 ? wordBytes + 1 : 0
            if wordBytes > 2 { continue }
            line.read(bytes[index])
            guard blockDepth == quotationDepth else { continue }
            if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) {
                lineEnds += 1
            } else if !bytes[index].isFoldedSpace {
                readWord()
            }
        }
    }

    /// Counts the blank line between the previous word and this one.
    mutating func readWord() {
        if lineEnds > 1 {
            if hasWords { blankLines += 1 } else { hasLooseBlankLine = true }
        } else if hasWords, lineEnds == 1 {
            hasLooseLines = true
        }
        hasWords = true
        lineEnds = 0
    }

    /// Separates the words before and after, as a block element does.
    mutating func separate() {
        if hasWords, lineEnds > 1 { hasLooseBlankLine = true }
        hasWords = false
        lineEnds = 0
    }

    mutating func readPlainText(isWord: Bool) {
        guard blockDepth == 0 else { return }
        plainTextSigns += 1
        if isWord { readWord() }
    }
}
