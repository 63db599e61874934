import HTMLParsing

/// Counts the evidence of each tag, comment and stray bracket.
extension MarkupEvidence {
    mutating func readNonTag(_ bracket: MarkupScan.Bracket) {
        guard blockDepth == 0 else { return }
        nonTags.append(bracket.start)
        readPlainText(isWord: true)
        // In an element for code, a bracket is code that was not escaped.
        if codeDepth > 0 { plainTextSigns -= 1 }
    }

    /// Reads a comment. One on lines of its own is markup: `<!--more-->`.
    mutating func readComment(_ bracket: MarkupScan.Bracket, in bytes: Span<UInt8>) {
        if blockDepth == 0, !bracket.isQuoted, !(lineEnds > 1 && line.isIndented), isMark(bracket, in: bytes) {
            elements += 1
            layout += 1
            comments += 1
        }
        // A line with a comment is not blank.
        if lineEnds < 2 { lineEnds = 0 }
    }

    /// Whether a comment stands alone in its lines, or ends a line of words that it touches.
    private func isMark(_ bracket: MarkupScan.Bracket, in bytes: Span<UInt8>) -> Bool {
        guard bracket.end == bytes.count || bytes[bracket.end] == 0x0A || bytes[bracket.end] == 0x0D else { return false }
        return bracket.start == 0 || bytes[bracket.start - 1] != 0x20 && bytes[bracket.start - 1] != 0x09
    }

    mutating func open(_ tag: MarkupTag, _ shape: MarkupTagContext, _ endShape: MarkupTagContext) {
        guard tag.name != .other || tag.isStorageFormat else { return }
        let isPart = tag.name.isReplaced || tag.isStorageFormat
        if blockDepth == 0 { count(tag, shape, endShape, isPart: isPart) }
        line.readTag()
        if tag.name.isCode { codeDepth += 1 }
        guard isPart || !tag.name.isInlineContent else { return }
        if tag.name == .blockquote, blockDepth == quotationDepth { quotationDepth += 1 }
        blockDepth += 1
        if isPart { return }
        if tag.name.isInvisible { lineEnds = lineEnds < 2 ? 0 : lineEnds } else { separate() }
    }

    /// Counts an element outside of block elements.
    private mutating func count(_ tag: MarkupTag, _ shape: MarkupTagContext, _ endShape: MarkupTagContext, isPart: Bool) {
        let isPlainText = isInPlainText(before: tag)
        let isHidden = HiddenContent.hides(tag.name)
        let isTalk = tag.hasElidedValue || shape.isFree && tag.name.holdsElementsAlone
        if isTalk || shape.isFree && endShape.isFree || isHidden && !tag.hasAttributes && shape.isInLine { readPlainText(isWord: true) }
        // An element that is not shown is markup on lines of its own; a film or a frame also in a line.
        let hasLines = !shape.isInLine && (endShape.endsLine || tag.hasAttributes)
        if !isHidden || hasLines && tag.name.isInvisible || (hasLines || tag.hasAttributes) && tag.name.isEmbedded {
            elements += 1
            if !isPlainText, !isTalk {
                if tag.hasAttributes || isHidden || tag.isStorageFormat || !tag.name.isInlineContent {
                    layout += 1
                } else if !shape.isFree, !endShape.isFree {
                    inlinePairs += 1
                }
            }
        }
        if tag.name == .p { hasParagraphElements = true }
        if isPart || tag.name == .svg || tag.name == .math { readWord() }
    }

    mutating func close(_ tag: MarkupTag) {
        guard tag.name != .other || tag.isStorageFormat else { return }
        let isPart = tag.name.isReplaced || tag.isStorageFormat
        line.readTag()
        if tag.name.isCode { codeDepth -= 1 }
        guard isPart || !tag.name.isInlineContent else { return }
        blockDepth -= 1
        quotationDepth = min(quotationDepth, blockDepth)
        if !isPart, !tag.name.isInvisible { separate() }
    }

    /// Reads a void element, or a tag without its counterpart.
    mutating func readUnpaired(_ tag: MarkupTag, _ shape: MarkupTagContext, isFirst: Bool) {
        defer { line.readTag() }
        guard blockDepth == 0 else {
            if blockDepth == quotationDepth, tag.name == .br || tag.name == .hr {
                lineBreaks += 1
                separate()
            }
            return
        }
        let isPlainText = isInPlainText(before: tag)
        switch tag.name {
        case .other:
            if tag.isSelfClosing, tag.isStorageFormat {
                elements += 1
                if tag.hasAttributes { layout += 1 }
                readWord()
            }
            // Office programs close some of their elements in the start tag, and their settings stand in comments.
            if !tag.isSelfClosing { readPlainText(isWord: true) }
        case .svg, .math: readWord()
        case .br, .hr, .wbr: readBreak(tag, shape, isPlainText: isPlainText)
        case _ where tag.name.isVoid:
            if tag.isEnd { return }
            guard tag.hasAttributes, !tag.hasElidedValue else { return readPlainText(isWord: true) }
            if !HiddenContent.hides(tag.name) || tag.name == .embed { elements += 1 }
            if !isPlainText { layout += 1 }
            readWord()
        default:
            if !isFirst, !tag.hasAttributes, shape.isWord { return readPlainText(isWord: true) }
            if tag.name == .p, !tag.isEnd, !isFirst {
                // The end tag of `p` is optional.
                elements += 1
                hasParagraphElements = true
                if !isPlainText { layout += 1 }
                hasWords = false
            }
            // The tag makes its line non-blank; an end tag of a block also separates words.
            if !tag.name.isInlineContent, tag.isEnd || isFirst { hasWords = false }
            if isFirst, !tag.name.isInlineContent { layout += 1 }
            if !tag.name.isPhrasing { lineEnds = 0 }
        }
    }

    /// Reads a `br`, `hr` or `wbr`.
    private mutating func readBreak(_ tag: MarkupTag, _ shape: MarkupTagContext, isPlainText: Bool) {
        elements += 1
        if tag.name == .wbr { return }
        // A rule cannot be a part of a line.
        if shape.endsPhrase || tag.name == .hr && shape.isFree { return readPlainText(isWord: true) }
        if !isPlainText {
            lineBreaks += 1
            if shape.isFree { freeLineBreaks += 1 }
        }
        separate()
    }

    /// Counts a line that is quoted mail, part of a diff, or an indented block.
    ///
    /// - Returns: Whether the tag stands in such a line.
    mutating func isInPlainText(before tag: MarkupTag) -> Bool {
        let isIndented = hasWords && lineEnds > 1 && line.isIndented && !tag.isEnd && !tag.name.isInlineContent
        guard isIndented || line.isQuotedOrDiff(before: tag) else { return false }
        if line.markCounted() { plainTextSigns += 1 }
        return true
    }
}

extension HTMLTag {
    /// Whether a browser shows neither the element nor a gap in its place.
    fileprivate var isInvisible: Bool {
        switch self {
        case .script, .style, .template, .noscript: true
        default: false
        }
    }

    /// Whether the element embeds other content.
    fileprivate var isEmbedded: Bool {
        switch self {
        case .iframe, .video, .audio, .object: true
        default: false
        }
    }

    /// Whether the element holds words only inside of its child elements.
    fileprivate var holdsElementsAlone: Bool {
        switch self {
        case .ul, .ol, .dl, .menu, .table, .thead, .tbody, .tfoot, .tr: true
        default: false
        }
    }

    fileprivate var isCode: Bool {
        switch self {
        case .code, .kbd, .samp, .tt: true
        default: false
        }
    }
}
