internal import HTMLParsing

/// The brackets that may open a link or an image.
struct BracketStack {
    struct Bracket {
        /// The index of the bracket's item in the parser's items.
        let item: Int
        /// The offset after the bracket.
        let end: Int
        let isImage: Bool
        /// The last run of delimiters before the bracket.
        let lastRun: Int32
        /// Whether another bracket follows, so that the text in between is no label.
        var hasBracketInside = false
    }

    private(set) var all: [Bracket] = []
    /// The number of brackets from the first on that can open no link, because a link after them is complete.
    private var inactive = 0

    var isEmpty: Bool { all.isEmpty }
    var last: Bracket? { all.last }
    /// Whether the last bracket may open a link or an image.
    var isLastActive: Bool { all.last.map { $0.isImage || all.count > inactive } ?? false }

    mutating func push(_ bracket: Bracket) {
        if !all.isEmpty { all[all.count - 1].hasBracketInside = true }
        all.append(bracket)
    }

    mutating func pop() {
        all.removeLast()
        inactive = min(inactive, all.count)
    }

    /// Ensures that no open bracket becomes a link, because links contain no links.
    mutating func deactivate() { inactive = all.count }
}

/// - SeeAlso: [CommonMark 6.3, Links](https://spec.commonmark.org/0.31.2/#links)
extension InlineParser {
    mutating func openBracket(_ text: Span<UInt8>, isImage: Bool) {
        let end = position + (isImage ? 2 : 1)
        let lastRun = runs.last
        take(.text, position..<end, end: end)
        let bracket = BracketStack.Bracket(item: items.count - 1, end: end, isImage: isImage, lastRun: lastRun)
        brackets.push(bracket)
    }

    mutating func closeBracket(_ text: Span<UInt8>, _ references: inout ReferenceDefinitions) {
        guard let opener = brackets.last else {
            position += 1
            return
        }
        guard brackets.isLastActive else {
            brackets.pop()
            position += 1
            return
        }
        if let end = inlineTarget(text, at: position + 1) ?? referenceTarget(text, opener, &references) {
            finishLink(opener, end: end)
        } else if !footnote(text, opener, references) {
            brackets.pop()
            position += 1
        }
    }

    /// Reads `(destination "title")` and adds the link.
    ///
    /// - Returns: The offset after it.
    private mutating func inlineTarget(_ text: Span<UInt8>, at start: Int) -> Int? {
        guard start < text.count, text[start] == UInt8(ascii: "(") else { return nil }
        let address = text.afterWhitespace(start + 1)
        guard let destination = LinkSyntax.destination(in: text, at: address) else { return nil }
        var end = text.afterWhitespace(destination.end)
        var title: LinkSyntax.Part?
        if end > destination.end {
            title = LinkSyntax.title(in: text, at: end)
            if let title { end = text.afterWhitespace(title.end) }
        }
        guard end < text.count, text[end] == UInt8(ascii: ")") else { return nil }
        let url = storeAddress { $0.append(unescaped: destination.content, of: text) }
        links.append(Link(destination: url, title: title.map { store(unescaped: $0.content, of: text) }, source: destination.content))
        return end + 1
    }

    /// Reads a label and adds the link that it refers to.
    ///
    /// - Returns: The offset after it.
    private mutating func referenceTarget(
        _ text: Span<UInt8>, _ opener: BracketStack.Bracket, _ references: inout ReferenceDefinitions
    ) -> Int? {
        var end = position + 1
        var label = opener.end..<position
        if let next = LinkSyntax.label(in: text, at: end) {
            end = next.end
            if next.content.isEmpty {
                if opener.hasBracketInside { return nil }
            } else {
                label = next.content
            }
        } else if opener.hasBracketInside {
            return nil
        }
        guard let found = references.find(text.extracting(label)) else { return nil }
        let url = storeAddress { $0.append(contentsOf: references.data[found.destination]) }
        var link = Link(destination: url, definition: found.number)
        if let title = found.title {
            let start = data.count
            data.append(contentsOf: references.data[title])
            link.title = start..<data.count
        }
        links.append(link)
        return end
    }

    private mutating func store(unescaped range: Range<Int>, of text: Span<UInt8>) -> Range<Int> {
        let start = data.count
        data.append(unescaped: range, of: text)
        return start..<data.count
    }

    /// Stores an address, percent-encoded.
    private mutating func storeAddress(_ write: (inout [UInt8]) -> Void) -> Range<Int> {
        var address: [UInt8] = []
        write(&address)
        let start = data.count
        data.append(address: address.span)
        return start..<data.count
    }

    private mutating func finishLink(_ opener: BracketStack.Bracket, end: Int) {
        flush(to: position)
        items[opener.item].kind = opener.isImage ? .imageStart : .linkStart
        items[opener.item].value = Int32(links.count - 1)
        add(opener.isImage ? .imageEnd : .linkEnd, position..<end)
        processRuns(above: opener.lastRun)
        brackets.pop()
        if !opener.isImage {
            brackets.deactivate()
            // Bare addresses in the text of a link are no links of their own.
            for index in opener.item..<items.count where items[index].kind == .address && isBareMail(items[index]) {
                items[index].kind = .text
            }
        }
        position = end
        textStart = end
    }

    private func isBareMail(_ item: InlineItem) -> Bool { item.value == AddressKind.bareMail.rawValue }

    /// Reads a reference to a footnote: brackets without links around `^` and its label.
    private mutating func footnote(_ text: Span<UInt8>, _ opener: BracketStack.Bracket, _ references: ReferenceDefinitions) -> Bool {
        guard syntax.footnotes, !opener.isImage, opener.end + 1 < position, text[opener.end] == UInt8(ascii: "^"),
            let block = references.footnote(text.extracting(opener.end + 1..<position))
        else { return false }
        items.removeLast(items.count - opener.item)
        runs.drop(above: opener.lastRun)
        brackets.pop()
        add(.footnote, opener.end..<position, value: block)
        position += 1
        textStart = position
        return true
    }
}
