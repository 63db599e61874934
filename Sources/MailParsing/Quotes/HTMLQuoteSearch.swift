internal import HTMLParsing

/// Finds the quoted part of an HTML body and removes it.
struct HTMLQuoteSearch {
    private let document: HTMLDocument
    private let html: HTMLLines
    private let texts: [MessageLine]
    private let nodeLines: NodeLines
    private let containers: QuoteContainerFinder
    private let finder: QuoteFinder

    private var lines: [HTMLLines.Line] { html.lines }

    /// - Parameters:
    ///   - document: The body.
    ///   - html: The lines of the body.
    init(_ document: HTMLDocument, _ html: HTMLLines) {
        self.document = document
        self.html = html
        let lines = html.lines
        let texts = html.quoteLines
        self.texts = texts
        nodeLines = NodeLines(document, lines)
        containers = QuoteContainerFinder(document: document, texts: texts, nodeLines: nodeLines)
        // Indented lines are a quote only if an attribution line precedes them.
        var isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        for index in lines.indices.dropFirst() where lines[index].isIndented {
            isQuoted[index] =
                lines[index - 1].isIndented ? isQuoted[index - 1] : QuoteAttribution(endingBefore: index, in: texts) != nil
        }
        finder = QuoteFinder(texts, isQuoted: isQuoted)
    }

    /// Splits the document in the part without the quote and the quote; nil if there is no quote, or if it belongs to the content.
    func cut() -> HTMLExtraction? {
        if let forward = texts.firstIndex(where: \.isForward), !texts[..<forward].contains(where: Self.isIntroduction) { return nil }
        if isInterleaved { return nil }
        if let container = containers.firstQuote() {
            let start = container.attribution?.lowerBound ?? nodeLines.first(from: container.node) ?? lines.count
            return AnswerAnnouncement.occurs(in: texts[..<start]) || hasColoredAnswers(from: start) ? nil : cut(container)
        }
        return finder.find().flatMap { hasColoredAnswers(from: $0.lines.lowerBound) ? nil : cut($0) }
    }

    private func hasColoredAnswers(from start: Int) -> Bool {
        start < lines.count && ColoredAnswers(document: document, lines: lines, texts: texts).occur(from: start)
    }

    /// Whether the sender's own lines are between quotations. Such answers are not understandable without the quotations.
    ///
    /// Ignores a quoted thread at the end of the message: the answers in it are of other senders.
    private var isInterleaved: Bool {
        let isQuoted = lines.map { $0.isQuoted && !$0.isIndented }
        guard let first = isQuoted.firstIndex(of: true) else { return false }
        let end = min(containers.endingLine() ?? lines.count, finder.threadStart() ?? lines.count)
        guard let last = isQuoted[..<end].lastIndex(of: true) else { return false }
        return (first...last).contains { !isQuoted[$0] && !lines[$0].isRule && !Self.isIntroduction(texts[$0]) }
    }

    private static func isIntroduction(_ line: MessageLine) -> Bool { QuoteAttribution(at: 0, in: [line]) != nil }

    /// Removes a quote container and the attribution directly before it.
    private func cut(_ quote: QuoteContainerFinder.Quote) -> HTMLExtraction {
        var cut = HTMLExtraction(document)
        if let attribution = quote.attribution { cut.remove(lines[attribution].flatMap(\.nodes)) }
        switch quote.extent {
        case .element:
            if let part = quotePart(of: quote.node) {
                cut.remove(lines[part].flatMap(\.nodes))
            } else {
                cut.remove(quote.node)
            }
        case .elementAndQuotation:
            let quotation = containers.quotation(behind: quote.node)
            cut.remove(quote.node)
            if let quotation { cut.remove(quotation) }
        case .toEnd: cut.removeFrom(quote.node)
        }
        return cut
    }

    /// The lines of attribution and quotation in a container that also holds the sender's text after them; nil if the whole container is
    /// quoted.
    private func quotePart(of container: HTMLNode) -> Range<Int>? {
        guard let range = nodeLines.range(of: container), let first = lines[range].firstIndex(where: \.isQuoted),
            let last = lines[range].lastIndex(where: \.isQuoted), last + 1 < range.upperBound
        else { return nil }
        // Other text before the quotation is an earlier message, so the whole container is quoted.
        let start = range.lowerBound
        let isAttributed =
            first == start || QuoteAttribution(endingBefore: first, in: texts)?.lines.lowerBound == start
            || first == start + 1 && texts[start].trimmedHasSuffix(with: 0x3A)
        return isAttributed ? start..<last + 1 : nil
    }

    private func cut(_ quote: QuoteFinder.Quote) -> HTMLExtraction? {
        var cut = HTMLExtraction(document)
        let range = quote.lines
        let begin = lines[range.lowerBound]
        guard let first = begin.nodes.first else { return nil }
        if lines[range.upperBound...].allSatisfy({ !$0.isRule && $0.text.isUnicodeBlank(0..<$0.text.count) && $0.offset > 0 }) {
            let place = quote.ownCharacters > 0 ? html.place(behind: quote.ownCharacters, in: begin) : (first, begin.offset)
            guard let place else { return nil }
            cut.removeFrom(place.0, offset: place.1)
            return cut
        }
        // Preformatted text has several lines in one node; only a quote up to the end can be removed from it.
        guard quote.ownCharacters == 0, html.isSeparable(range) else { return nil }
        cut.remove(lines[range].flatMap(\.nodes))
        return cut
    }
}

/// Finds answers that the sender has written into a quote in another color: a colored line directly below a question.
private struct ColoredAnswers {
    let document: HTMLDocument
    let lines: [HTMLLines.Line]
    let texts: [MessageLine]

    /// The number of lines of a quote that are searched.
    private static let searchedLines = 200
    /// The number of elements around a text that may give its color.
    private static let searchedAncestors = 6
    /// The number of lines that the header of the quoted message may have.
    private static let headerLines = 8

    /// Whether the first quoted message has such an answer. Those in older messages are of other senders.
    ///
    /// - Parameter start: The first line of the quote.
    func occur(from start: Int) -> Bool {
        for index in lines.indices[start...].dropFirst().prefix(Self.searchedLines) {
            if index > start + Self.headerLines, texts[index].label == .sender || texts[index].isSeparator { return false }
            guard texts[index - 1].trimmedHasSuffix(with: UInt8(ascii: "?")), let color = color(of: lines[index]) else { continue }
            if self.color(of: lines[index - 1]) != color { return true }
        }
        return false
    }

    /// The vivid color that all the text of a line has; nil if there is none.
    private func color(of line: HTMLLines.Line) -> String? {
        let colors = line.nodes.filter { document.kind(of: $0) == .text }.map(color)
        guard let first = colors.first, colors.allSatisfy({ $0 == first }) else { return nil }
        return first.flatMap { Self.isVivid($0) ? $0 : nil }
    }

    /// The color that the elements around a text give it, in lower case. Links have a color of their own.
    private func color(around text: HTMLNode) -> String? {
        var next = document.parent(of: text)
        for _ in 0..<Self.searchedAncestors {
            guard let node = next, !document.isHTML(node, .a) else { return nil }
            if let color = document.attribute("color", of: node) { return color.lowercased() }
            for declaration in (document.attribute("style", of: node) ?? "").lowercased().split(separator: ";") {
                let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
                if parts.count == 2, parts[0] == "color" { return parts[1] }
            }
            next = document.parent(of: node)
        }
        return nil
    }

    private static let names: Set<String> = ["red", "blue", "green", "purple", "orange", "magenta", "darkred", "darkblue", "darkgreen"]
    /// The least distance between the channels of a vivid color. Outlook writes whole messages in `#1F497D`.
    private static let leastDistance = 0x60

    private static func isVivid(_ color: String) -> Bool {
        if names.contains(color) { return true }
        var channels: [Int] = []
        if color.hasPrefix("rgb(") {
            channels = color.dropFirst(4).split { $0 == "," || $0 == ")" }.compactMap { Int($0) }
        } else if color.hasPrefix("#"), color.utf8.count == 7, let value = Int(color.dropFirst(), radix: 16) {
            channels = [value >> 16, value >> 8 & 0xFF, value & 0xFF]
        }
        guard channels.count == 3, let most = channels.max(), let least = channels.min() else { return false }
        return most - least >= leastDistance
    }
}
