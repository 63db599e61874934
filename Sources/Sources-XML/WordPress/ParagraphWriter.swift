internal import Pipeline

/// Converts the content of the classic editor to HTML: blank lines separate paragraphs, and line ends become `<br />`. WordPress does this
/// (`wpautop`) when it shows a post.
///
/// Unlike `wpautop`, it leaves no `p` open.
///
/// - SeeAlso: [wpautop](https://developer.wordpress.org/reference/functions/wpautop/)
struct ParagraphWriter {
    /// The content model of a block element.
    private enum Content {
        /// Blocks, with text in paragraphs.
        case flow
        /// Text without paragraphs.
        case phrasing
        /// Other blocks alone, such as the rows of a table.
        case structure
    }

    private static let contents: [String: Content] = {
        let flow = [
            "div", "section", "article", "aside", "header", "footer", "hgroup", "main", "nav", "blockquote", "li", "td", "th", "dd", "form",
            "fieldset", "details", "center", "address", "map", "noscript", "object", "math",
        ]
        let phrasing = [
            "p", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "caption", "legend", "summary", "dt", "option", "figure", "area",
        ]
        let structure = ["table", "thead", "tbody", "tfoot", "tr", "colgroup", "col", "ul", "ol", "dl", "select", "menu"]
        return Dictionary(
            uniqueKeysWithValues: flow.map { ($0, Content.flow) } + phrasing.map { ($0, .phrasing) } + structure.map { ($0, .structure) })
    }()
    /// Elements whose text gets no `p` if it is a single paragraph.
    private static let tight: Set<String> = ["li", "td", "th", "dd"]
    private static let void: Set<String> = ["hr", "area", "col"]
    /// The number of innermost open elements among which an end tag looks for its start tag.
    private static let maxReach = 32

    private var output = ""
    /// The text and inline tags since the last block tag.
    private var run = ""
    /// Whether the run ends with a line break of a tag `br`.
    private var isBehindBreak = false
    /// The open block elements.
    private var open: [String] = []
    /// Whether the last block tag was a start tag.
    private var isBehindStart = false

    private init() {}

    /// Returns the HTML of a classic content.
    static func html(_ text: String) -> String {
        var writer = ParagraphWriter()
        var scanner = MarkupScanner(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
        while let token = scanner.next() { writer.take(token, of: scanner) }
        writer.endRun(beforeEnd: false)
        return writer.output.trimmingSpaces
    }

    private mutating func take(_ token: MarkupScanner.Token, of scanner: MarkupScanner) {
        switch token {
        case .text(let range): takeText(scanner.text(range))
        case .comment(let range):
            let comment = scanner.text(range)
            let isDivider = ["<!--more", "<!--nextpage", "<!--noteaser"].contains(where: comment.hasPrefix)
            run += isDivider ? "\n\n" : comment.replacing("\n", with: " ")
            isBehindBreak = false
        case .verbatim(let range, _):
            endRun(beforeEnd: false)
            output += scanner.text(range) + "\n"
            isBehindStart = false
        case .tag(_, "br", _): takeBreak()
        case .tag(let range, let name, let isEnd):
            let tag = scanner.text(range).replacing("\n", with: " ")
            guard Self.contents[name] != nil || name == "hr" else {
                run += tag
                isBehindBreak = false
                return
            }
            takeBlock(tag, name, isEnd: isEnd)
        }
    }

    private mutating func takeText(_ text: String) {
        var text = text[...]
        if isBehindBreak {
            text = text.drop { $0 == " " || $0 == "\t" }
            if text.first == "\n" { text.removeFirst() }
            if text.contains(where: { !$0.isWhitespace }) { isBehindBreak = false }
        }
        run += text
    }

    private mutating func takeBreak() {
        if !isBehindBreak {
            while run.last == " " || run.last == "\t" { run.removeLast() }
            if run.hasSuffix("\n"), !run.hasSuffix("\n\n") { run.removeLast() }
        }
        run += "\n"
        isBehindBreak = true
    }

    private mutating func takeBlock(_ tag: String, _ name: String, isEnd: Bool) {
        endRun(beforeEnd: isEnd)
        // A block ends a paragraph, as it does in HTML.
        if !isEnd, open.last == "p" { open.removeLast() }
        output += tag
        let isEmpty = Self.void.contains(name) || tag.hasSuffix("/>")
        if isEnd {
            if let place = open.suffix(Self.maxReach).lastIndex(of: name) { open.removeSubrange(place...) }
        } else if !isEmpty {
            open.append(name)
        }
        isBehindStart = !isEnd && !isEmpty
        if !isBehindStart || Self.contents[name] == .structure { output += "\n" }
    }

    /// Writes the text and inline tags since the last block tag, as paragraphs where the open element allows them.
    ///
    /// - Parameter isAtEnd: Whether the end tag of the open element follows.
    private mutating func endRun(beforeEnd isAtEnd: Bool) {
        defer {
            run = ""
            isBehindBreak = false
        }
        let (pieces, isOpen) = Self.pieces(of: run)
        guard !pieces.isEmpty else { return }
        let inner = open.last
        switch inner.flatMap({ Self.contents[$0] }) ?? .flow {
        case .structure: output += pieces.joined(separator: "\n") + "\n"
        case .phrasing where inner == "p": output += pieces.map(Self.withBreaks).joined(separator: "</p>\n<p>")
        case .phrasing: output += pieces.map(Self.withBreaks).joined(separator: "<br />\n")
        case .flow:
            let isAlone = pieces.count == 1 && !isOpen
            let isWhole = isAlone && isBehindStart && isAtEnd && inner != nil && inner != "blockquote"
            let isTight = isAlone && isBehindStart && inner.map(Self.tight.contains) == true
            if isWhole || isTight {
                output += Self.withBreaks(pieces[0])
            } else {
                for piece in pieces { output += Self.isComment(piece) ? piece + "\n" : "<p>\(Self.withBreaks(piece))</p>\n" }
            }
        }
    }

    private static func isComment(_ piece: String) -> Bool { piece.hasPrefix("<!--") && piece.hasSuffix("-->") }

    /// Splits a run at blank lines.
    ///
    /// - Returns: The paragraphs, and whether a blank line is before the first or after the last. The line end beside a block tag is no
    ///   blank line.
    private static func pieces(of run: String) -> (pieces: [String], isOpen: Bool) {
        let lines = run.split(separator: "\n", omittingEmptySubsequences: false)
        func isFilled(_ line: Substring) -> Bool { line.contains { $0 != " " && $0 != "\t" } }
        guard let first = lines.firstIndex(where: isFilled), let last = lines.lastIndex(where: isFilled) else { return ([], false) }
        let pieces = lines[first...last].split(whereSeparator: { !isFilled($0) }).map { $0.joined(separator: "\n").trimmingSpaces }
        return (pieces, first > 1 || lines.count - last > 2)
    }

    /// Returns a paragraph with `<br />` at its line ends. A URL alone on a line becomes a link.
    private static func withBreaks(_ piece: String) -> String {
        piece.split(separator: "\n").map { line in
            let text = line.trimmingSpaces
            return LoneURLLink.link(for: text) ?? text
        }.joined(separator: "<br />\n")
    }
}

/// A URL alone on a line, which WordPress would replace by an embedded film or post (oEmbed).
enum LoneURLLink {
    /// A link for a text that is a URL and nothing else; nil for other texts.
    static func link(for text: String) -> String? {
        guard text.hasPrefix("http://") || text.hasPrefix("https://"),
            !text.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") })
        else { return nil }
        return "<a href=\"\(text)\">\(text)</a>"
    }
}
