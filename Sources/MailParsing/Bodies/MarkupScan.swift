import HTMLParsing

/// The angle brackets of a text of unknown format: tags with their counterparts, comments, and brackets that only look like tags.
struct MarkupScan {
    /// An angle bracket that a parser of HTML takes for the beginning of a tag or comment.
    struct Bracket {
        enum Kind { case tag(MarkupTag), comment, section, nonTag }

        let start: Int
        /// The offset after the tag or comment; for a bracket that is no tag, the offset after the bracket.
        let end: Int
        let kind: Kind
        /// Whether the bracket stands in code of Markdown, or alone between quotation marks.
        let isQuoted: Bool
        /// The index of the counterpart in `brackets`.
        var partner: Int?
    }

    private(set) var brackets: [Bracket] = []
    /// The indices of the innermost open tags by name. `outer` has, for each open tag, the index of the open tag of that name around it.
    private var open = [Int](repeating: -1, count: 256)
    private var openCustom: [String: Int] = [:]
    private var outer: [Int: Int] = [:]
    /// The offset of the last `>`.
    private let lastClosing: Int
    /// Whether the rest of the text has no end of a comment, of a CDATA section, of SVG, of MathML.
    private var hasNoEnd = InlineArray<4, Bool>(repeating: false)
    /// Whether an element of Confluence's storage format has begun. Only those hold CDATA sections.
    private var hasStorageFormat = false
    /// The end of the code of Markdown that the scan is in.
    private var codeEnd = 0

    /// Finds the brackets from an offset on, in linear time.
    ///
    /// - Parameter hasMarkdown: Whether tags between backticks are code of Markdown.
    init(_ bytes: Span<UInt8>, from start: Int, hasMarkdown: Bool) {
        let mark: UInt8 = hasMarkdown ? 0x60 : 0x3C
        lastClosing = bytes.lastIndex(of: 0x3E) ?? -1
        var index = start
        while index < bytes.count {
            let next = firstIndex(of: 0x3C, mark, 0x3C, mark, from: index, in: bytes)
            guard next < bytes.count else { break }
            index = bytes[next] == 0x3C ? readBracket(at: next, in: bytes) : readBackticks(at: next, in: bytes)
        }
    }

    /// Reads the tag, comment or CDATA section at an angle bracket.
    ///
    /// - Returns: The offset at which the scan goes on.
    private mutating func readBracket(at start: Int, in bytes: Span<UInt8>) -> Int {
        guard start + 1 < bytes.count else { return bytes.count }
        let next = bytes[start + 1]
        if next.isASCIILetter || next == 0x2F {
            if start + 2 == bytes.count, next == 0x2F { return bytes.count }
            guard let tag = MarkupTag(at: start, in: bytes, lastClosing: lastClosing) else { return addNonTag(at: start) }
            var end = tag.end
            if tag.isStorageFormat { hasStorageFormat = true }
            if tag.name == .svg || tag.name == .math, !tag.isEnd, !tag.isSelfClosing, !tag.isCut {
                // Names inside SVG and MathML are not those of HTML.
                let isImage = tag.name == .svg
                guard let last = find(isImage ? "</svg" : "</math", isImage ? 2 : 3, from: end, in: bytes) else {
                    return addNonTag(at: start)
                }
                end = last
            }
            if !tag.isCut { add(tag, at: start, isQuoted: start < codeEnd || Self.isBetweenMarks(start..<tag.end, in: bytes), in: bytes) }
            return end
        }
        if next == 0x21 {
            let isComment = bytes.hasPrefix("<!--", at: start)
            guard isComment || hasStorageFormat && bytes.hasPrefix("<![cdata[", at: start),
                let last = isComment ? find("-->", 0, from: start + 4, in: bytes) : find("]]>", 1, from: start + 9, in: bytes)
            else { return addNonTag(at: start) }
            brackets.append(Bracket(start: start, end: last + 3, kind: isComment ? .comment : .section, isQuoted: start < codeEnd))
            return last + 3
        }
        return next == 0x3F ? addNonTag(at: start) : start + 1
    }

    private mutating func addNonTag(at start: Int) -> Int {
        brackets.append(Bracket(start: start, end: start + 1, kind: .nonTag, isQuoted: start < codeEnd))
        return start + 1
    }

    private mutating func add(_ tag: MarkupTag, at start: Int, isQuoted: Bool, in bytes: Span<UInt8>) {
        let place = brackets.count
        brackets.append(Bracket(start: start, end: tag.end, kind: .tag(tag), isQuoted: isQuoted))
        if isQuoted || tag.isSelfClosing && tag.name == .other { return }
        let innermost = tag.name == .other ? openCustom[tag.customName] ?? -1 : open[Int(tag.name.rawValue)]
        if !tag.isEnd {
            guard !tag.name.isVoid else { return }
            if innermost >= 0 { outer[place] = innermost }
            setOpen(place, of: tag)
        } else if innermost >= 0 {
            brackets[innermost].partner = place
            brackets[place].partner = innermost
            setOpen(outer.removeValue(forKey: innermost) ?? -1, of: tag)
        }
    }

    private mutating func setOpen(_ place: Int, of tag: MarkupTag) {
        if tag.name == .other { openCustom[tag.customName] = place } else { open[Int(tag.name.rawValue)] = place }
    }

    /// Finds the end of a comment, a CDATA section, SVG or MathML; nil if there is none.
    ///
    /// - Parameter place: The index in ``hasNoEnd``, which remembers that a search has found nothing.
    private mutating func find(_ ending: StaticString, _ place: Int, from start: Int, in bytes: Span<UInt8>) -> Int? {
        if hasNoEnd[place] { return nil }
        let first = ending.withUTF8Buffer { letters in unsafe letters[0] }
        var index = start
        while let found = bytes.index(of: first, from: index) {
            if bytes.hasPrefix(ending, at: found) { return found }
            index = found + 1
        }
        hasNoEnd[place] = true
        return nil
    }

    /// Reads backticks: a fence from one line to the next, or a code span in a line.
    ///
    /// - SeeAlso: [CommonMark 0.31, Fenced code blocks](https://spec.commonmark.org/0.31.2/#fenced-code-blocks)
    private mutating func readBackticks(at start: Int, in bytes: Span<UInt8>) -> Int {
        let end = Self.endOfBackticks(from: start, in: bytes)
        guard start >= codeEnd else { return end }
        var isFence = end - start > 2 && Self.beginsLine(at: start, in: bytes)
        var index = end
        while index < bytes.count {
            if bytes[index] == 0x0A || bytes[index] == 0x0D {
                // A span ends with its line. A fence has no backticks after it in its line.
                if isFence { codeEnd = Self.endOfFence(from: index, count: end - start, in: bytes) }
                return end
            }
            guard bytes[index] == 0x60 else {
                index += 1
                continue
            }
            isFence = false
            let first = index
            index = Self.endOfBackticks(from: index, in: bytes)
            if index - first == end - start {
                codeEnd = index
                return end
            }
        }
        if isFence { codeEnd = bytes.count }
        return end
    }

    private static func endOfBackticks(from start: Int, in bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, bytes[end] == 0x60 { end += 1 }
        return end
    }

    /// The end of fenced code: a line that begins with at least as many backticks. A fence without an end goes to the end of the text.
    private static func endOfFence(from start: Int, count: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while let first = bytes.index(of: 0x60, from: index) {
            index = endOfBackticks(from: first, in: bytes)
            if index - first >= count, beginsLine(at: first, in: bytes) { return index }
        }
        return bytes.count
    }

    /// Whether nothing but spaces and the marks of quotations and lists precedes an offset in its line: `> ```, `1. ```.
    private static func beginsLine(at offset: Int, in bytes: Span<UInt8>) -> Bool {
        var index = offset
        while index > 0, offset - index < maximumIndentation {
            switch bytes[index - 1] {
            case 0x0A, 0x0D: return true
            case 0x20, 0x09, 0x3E, 0x2D, 0x2A, 0x2B, 0x2E, 0x30...0x39: index -= 1
            default: return false
            }
        }
        return index == 0
    }

    /// The limit of what precedes a fence in its line, in bytes.
    private static let maximumIndentation = 20

    /// Whether a range stands between quotation marks, brackets or backticks: `"<b>"`, `(<b>)`.
    static func isBetweenMarks(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard range.lowerBound > 0, range.upperBound < bytes.count else { return false }
        switch (bytes[range.lowerBound - 1], bytes[range.upperBound]) {
        case (0x22, 0x22), (0x27, 0x27), (0x28, 0x29), (0x5B, 0x5D), (0x60, 0x60): return true
        default: break
        }
        for mark in openingMarks where bytes.hasPrefix(mark, at: range.lowerBound - mark.utf8CodeUnitCount) {
            for mark in closingMarks where bytes.hasPrefix(mark, at: range.upperBound) { return true }
        }
        return false
    }

    private static let openingMarks: [StaticString] = ["\u{201C}", "\u{2018}", "\u{201E}", "\u{AB}"]
    private static let closingMarks: [StaticString] = ["\u{201D}", "\u{2019}", "\u{201C}", "\u{BB}"]
}
