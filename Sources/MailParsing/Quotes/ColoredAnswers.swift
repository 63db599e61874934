internal import HTMLParsing

/// Finds answers that the sender has written into a quote in another color: a colored line directly below a question.
struct ColoredAnswers {
    let document: HTMLDocument
    let lines: [HTMLLines.Line]
    let texts: [QuoteLine]

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
