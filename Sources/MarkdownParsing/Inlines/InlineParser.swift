internal import HTMLParsing

/// Finds emphasis, links, code and the other parts of a text.
///
/// The result is a list of items in the order of the text. Start and end of an element are two items, so that no tree has to be made: the
/// rules ensure that elements nest.
///
/// - SeeAlso: [CommonMark, Phase 2: inline structure](https://spec.commonmark.org/0.31.2/#phase-2-inline-structure)
struct InlineParser {
    /// A part of the text, 16 bytes.
    struct InlineItem {
        enum Kind: UInt8 {
            /// The text in the range.
            case text
            /// The range of ``InlineParser/data``.
            case decoded
            case softBreak, hardBreak
            /// The content of a code span, a formula, or HTML.
            case code, math, displayMath, html
            /// A bare or bracketed address. `value` is its ``InlineParser/AddressKind``.
            case address
            /// A run of `*`, `_` or `~`. `value` is its number.
            case run
            /// `value` is the number of the link.
            case linkStart, imageStart
            case linkEnd, imageEnd
            /// `value` is the block of the footnote.
            case footnote
        }

        var kind: Kind
        var start: Int32
        var end: Int32
        var value: Int32 = 0

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The kind of an address, which decides the prefix of the link's target, such as `mailto:`.
    enum AddressKind: Int32 {
        case complete, mail, bareMail, web
    }

    /// The target of a link or image, as ranges of ``InlineParser/data``.
    struct Link {
        var destination: Range<Int>
        var title: Range<Int>?
        /// The place of the destination in the text; nil for that of a definition.
        var source: Range<Int>?
        /// The number of the definition, if the link refers to one.
        var definition = 0
    }

    let syntax: MarkdownSyntax
    /// For each byte, whether it may begin something other than text.
    private let isSpecial: [Bool]

    var items: [InlineItem] = []
    var links: [Link] = []
    /// Decoded text and targets.
    var data: [UInt8] = []
    var runs = DelimiterRuns()
    var brackets = BracketStack()
    var position = 0
    /// The start of the text that is no item yet.
    var textStart = 0
    private var tags = RawHTMLScanner()
    private var codeEnds = CodeSpanEnds()
    /// The number of marks that were read since the start.
    private var marks = 0
    /// Up to this offset, no address with a domain begins.
    var domainlessEnd = 0
    /// Whether a search has found no end of a formula, so that no later one begins.
    private var lacksFormulaEnd = false
    private var lacksDisplayEnd = false

    init(_ syntax: MarkdownSyntax) {
        self.syntax = syntax
        var isSpecial = [Bool](repeating: false, count: 256)
        for byte in "\n`\\&<*_[]!".utf8 { isSpecial[Int(byte)] = true }
        if syntax.strikethrough { isSpecial[Int(UInt8(ascii: "~"))] = true }
        if syntax.math { isSpecial[Int(UInt8(ascii: "$"))] = true }
        if syntax.autolinks { for byte in ":@wW".utf8 { isSpecial[Int(byte)] = true } }
        self.isSpecial = isSpecial
    }

    /// Parses a text without white space at its ends.
    mutating func parse(_ text: Span<UInt8>, _ references: inout ReferenceDefinitions) {
        reset(text.count)
        while true {
            while position < text.count, !isSpecial[Int(text[position])] { position &+= 1 }
            if position == text.count { break }
            marks &+= 1
            parseSpecial(text, &references)
        }
        flush(to: text.count)
        processRuns(above: -1)
    }

    /// The work of all texts, which tests compare with the length of a document: marks, comparisons of runs, and bytes in code spans.
    var steps: Int { marks + runs.steps + codeEnds.steps + tags.steps }

    private mutating func reset(_ length: Int) {
        items.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        data.removeAll(keepingCapacity: true)
        runs.removeAll()
        brackets = BracketStack()
        (position, textStart, domainlessEnd) = (0, 0, 0)
        tags.reset(length: length)
        codeEnds.reset()
        (lacksFormulaEnd, lacksDisplayEnd) = (false, false)
    }

    private mutating func parseSpecial(_ text: Span<UInt8>, _ references: inout ReferenceDefinitions) {
        switch text[position] {
        case 0x0A: lineEnd(text)
        case UInt8(ascii: "\\"): backslash(text)
        case UInt8(ascii: "`"): codeSpan(text)
        case UInt8(ascii: "&"): reference(text)
        case UInt8(ascii: "<"): angleBracket(text)
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): run(text)
        case UInt8(ascii: "["): openBracket(text, isImage: false)
        case UInt8(ascii: "!"):
            let next = position + 1
            let isFootnote = syntax.footnotes && next + 1 < text.count && text[next + 1] == UInt8(ascii: "^")
            if next < text.count, text[next] == UInt8(ascii: "["), !isFootnote { openBracket(text, isImage: true) } else { position = next }
        case UInt8(ascii: "]"): closeBracket(text, &references)
        case UInt8(ascii: "$"): formula(text)
        case UInt8(ascii: ":"): schemeAddress(text)
        case UInt8(ascii: "@"): mailAddress(text)
        default: webAddress(text)
        }
    }

    /// Makes an item of the text before an offset.
    @inline(__always)
    mutating func flush(to end: Int) {
        if end > textStart { add(.text, textStart..<end) }
    }

    @inline(__always)
    mutating func add(_ kind: InlineItem.Kind, _ range: Range<Int>, value: Int32 = 0) {
        items.append(
            InlineItem(
                kind: kind, start: Int32(truncatingIfNeeded: range.lowerBound), end: Int32(truncatingIfNeeded: range.upperBound),
                value: value))
    }

    /// Adds an item at the current position, and moves to `end`.
    mutating func take(_ kind: InlineItem.Kind, _ content: Range<Int>, end: Int, value: Int32 = 0) {
        flush(to: position)
        add(kind, content, value: value)
        position = end
        textStart = end
    }

    private mutating func lineEnd(_ text: Span<UInt8>) {
        var end = position
        while end > textStart, text[end - 1].isBlank { end -= 1 }
        let isHard = position - end >= 2 && text[position - 1] == 0x20 && text[position - 2] == 0x20
        flush(to: end)
        add(isHard ? .hardBreak : .softBreak, position..<position)
        position = text.afterBlanks(position + 1)
        textStart = position
    }

    private mutating func backslash(_ text: Span<UInt8>) {
        let next = position + 1
        if next < text.count, text[next] == 0x0A {
            take(.hardBreak, position..<position, end: text.afterBlanks(next + 1))
        } else if next < text.count, text[next].isASCIIPunctuation {
            flush(to: position)
            textStart = next
            position = next + 1
        } else {
            position = next
        }
    }

    private mutating func reference(_ text: Span<UInt8>) {
        let start = data.count
        if let end = data.append(referenceIn: text, at: position) {
            take(.decoded, start..<data.count, end: end)
        } else {
            position += 1
        }
    }

    private mutating func angleBracket(_ text: Span<UInt8>) {
        if let found = LinkSyntax.autolink(in: text, at: position) {
            let kind = found.isMail ? AddressKind.mail : .complete
            take(.address, position + 1..<found.end - 1, end: found.end, value: kind.rawValue)
        } else if let end = tags.end(in: text, at: position) {
            take(.html, position..<end, end: end)
        } else {
            position += 1
        }
    }

    private mutating func codeSpan(_ text: Span<UInt8>) {
        var open = position
        while open < text.count, text[open] == UInt8(ascii: "`") { open += 1 }
        guard let end = codeEnds.end(of: open - position, from: open, in: text) else {
            position = open
            return
        }
        take(.code, open..<end - (open - position), end: end)
    }

    /// Reads `$…$` and `$$…$$`. A single dollar sign opens before a character that is no space, and closes after one, not before a digit.
    ///
    /// - SeeAlso: [Pandoc, tex_math_dollars](https://pandoc.org/MANUAL.html#math)
    private mutating func formula(_ text: Span<UInt8>) {
        let isDisplay = position + 1 < text.count && text[position + 1] == UInt8(ascii: "$")
        let start = position + (isDisplay ? 2 : 1)
        let canOpen = start < text.count && (isDisplay ? !lacksDisplayEnd : !lacksFormulaEnd && !text[start].isBlankOrNewline)
        guard canOpen else {
            position = start
            return
        }
        var index = start
        while index < text.count {
            if text[index] == UInt8(ascii: "$"), index > start, endsFormula(text, at: index, isDisplay) {
                return take(isDisplay ? .displayMath : .math, start..<index, end: index + (isDisplay ? 2 : 1))
            }
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if isDisplay { lacksDisplayEnd = true } else { lacksFormulaEnd = true }
        position = start
    }

    private func endsFormula(_ text: Span<UInt8>, at index: Int, _ isDisplay: Bool) -> Bool {
        if isDisplay { return index + 1 < text.count && text[index + 1] == UInt8(ascii: "$") }
        return !text[index - 1].isBlankOrNewline && (index + 1 == text.count || !text[index + 1].isASCIIDigit)
    }
}

/// Finds the runs of backticks that can end a code span.
private struct CodeSpanEnds {
    /// The maximum length of a run that can end a code span.
    private static let longestRun = 80

    /// For each length, the start of the last run of that length; empty before the first search.
    private var lastRuns: [Int] = []
    /// The number of bytes that were searched since the start.
    private(set) var steps = 0

    mutating func reset() { if !lastRuns.isEmpty { lastRuns.removeAll() } }

    /// Finds the offset after the run of `length` backticks that ends a code span. Each run is passed once at most.
    mutating func end(of length: Int, from start: Int, in text: Span<UInt8>) -> Int? {
        guard length <= Self.longestRun else { return nil }
        if lastRuns.isEmpty { note(text, from: start) }
        guard lastRuns[length] >= start else { return nil }
        var index = start
        while let run = Self.nextRun(in: text, from: index) {
            if run.count == length {
                steps &+= run.upperBound - start
                return run.upperBound
            }
            index = run.upperBound
        }
        return nil
    }

    private mutating func note(_ text: Span<UInt8>, from start: Int) {
        steps &+= text.count - start
        lastRuns = [Int](repeating: -1, count: Self.longestRun + 1)
        var index = start
        while let run = Self.nextRun(in: text, from: index) {
            if run.count <= Self.longestRun { lastRuns[run.count] = run.lowerBound }
            index = run.upperBound
        }
    }

    private static func nextRun(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
        var index = start
        while index < text.count, text[index] != UInt8(ascii: "`") { index &+= 1 }
        if index == text.count { return nil }
        let run = index
        while index < text.count, text[index] == UInt8(ascii: "`") { index &+= 1 }
        return run..<index
    }
}
