internal import HTMLParsing

/// Blocks of HTML, by their start condition from 1 to 7.
///
/// - SeeAlso: [CommonMark 4.6, HTML blocks](https://spec.commonmark.org/0.31.2/#html-blocks)
extension BlockParser {
    mutating func html(_ text: Span<UInt8>, in kind: Block.Kind) -> Bool {
        let line = text.extracting(first: cursor.end)
        let condition = Self.condition(line, at: cursor.content, canBeAnyTag: kind != .paragraph && blocks[Int(tip)].kind != .paragraph)
        guard condition > 0 else { return false }
        add(.html)
        blocks[Int(tip)].level = condition
        return true
    }

    private static func condition(_ line: Span<UInt8>, at start: Int, canBeAnyTag: Bool) -> Int32 {
        let next = start + 1
        guard next < line.count else { return 0 }
        switch line[next] {
        case UInt8(ascii: "!"):
            if line.hasWord("--", at: next + 1) { return 2 }
            if line.hasWord("[cdata[", at: next + 1), line[next + 2] == UInt8(ascii: "C") { return 5 }
            return next + 1 < line.count && line[next + 1].isASCIILetter ? 4 : 0
        case UInt8(ascii: "?"): return 3
        default: break
        }
        let isEndTag = line[next] == UInt8(ascii: "/")
        let nameStart = isEndTag ? next + 1 : next
        var end = nameStart
        while end < line.count, line[end].isASCIIAlphanumeric { end += 1 }
        if end > nameStart {
            let name = (nameStart..<end).map { line[$0].asciiLowercased }
            let tag = HTMLTag(name: name.span)
            let isWhole = end == line.count || line[end].isBlank || line[end] == UInt8(ascii: ">")
            if !isEndTag, isWhole, let tag, rawTags.contains(tag) { return 1 }
            if isWhole || line.hasWord("/>", at: end), let tag, blockTags.contains(tag) { return 6 }
        }
        return canBeAnyTag ? anyTag(line, at: start) : 0
    }

    /// Returns 7 if the line is a tag alone.
    private static func anyTag(_ line: Span<UInt8>, at start: Int) -> Int32 {
        var index = start
        guard let end = RawHTMLScanner.tag(in: line, at: &index) else { return 0 }
        return line.afterBlanks(end) == line.count ? 7 : 0
    }

    /// Whether the line holds the end of an HTML block.
    func endsHTML(_ condition: Int32, _ text: Span<UInt8>) -> Bool {
        let line = text.extracting(first: cursor.end)
        func has(_ word: StaticString) -> Bool {
            var index = cursor.offset
            while index < line.count {
                if line.hasWord(word, at: index) { return true }
                index += 1
            }
            return false
        }
        switch condition {
        case 1: return has("</script>") || has("</pre>") || has("</style>") || has("</textarea>")
        case 2: return has("-->")
        case 3: return has("?>")
        case 4: return has(">")
        case 5: return has("]]>")
        default: return false
        }
    }

    private static let rawTags: Set<HTMLTag> = [.script, .pre, .style, .textarea]
    private static let blockTags: Set<HTMLTag> = [
        .address, .article, .aside, .base, .basefont, .blockquote, .body, .caption, .center, .col, .colgroup, .dd, .details, .dialog, .dir,
        .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header,
        .hr, .html, .iframe, .legend, .li, .link, .main, .menu, .menuitem, .nav, .noframes, .ol, .optgroup, .option, .p, .param, .search,
        .section, .summary, .table, .tbody, .td, .tfoot, .th, .thead, .title, .tr, .track, .ul,
    ]
}
