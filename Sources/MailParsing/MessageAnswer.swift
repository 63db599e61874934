public import HTMLParsing

/// A passage of the sender between quotes, with the lines that it answers.
public struct MessageAnswer: Equatable, Sendable {
    /// The quoted lines directly above, without quote marks and introduction; nil for what stands above the first quote.
    public var quoted: String?
    /// The sender's own lines.
    public var own: String

    /// Creates an answer.
    public init(quoted: String? = nil, own: String) {
        (self.quoted, self.own) = (quoted, own)
    }

    /// Returns the answers in a plain-text body, in order; empty if the sender has written nothing below a quote.
    ///
    /// Together they have all of the sender's own lines.
    public static func all(in text: String) -> [MessageAnswer] {
        let lines = MessageLines(Array(text.utf8)).lines
        return read(lines, QuoteFinder(lines).isQuoted)
    }

    /// Returns the answers in an HTML body as plain text.
    public static func all(in page: HTMLDocument) -> [MessageAnswer] {
        let html = HTMLLines(page)
        let lines = html.quoteLines
        return read(lines, QuoteFinder(lines, isQuoted: html.lines.map { $0.isQuoted && !$0.isIndented }).isQuoted)
    }

    private static func read(_ lines: [MessageLine], _ isQuoted: [Bool]) -> [MessageAnswer] {
        var answers: [MessageAnswer] = []
        var quoted: [String] = []
        var own: [String] = []
        func end(_ lines: [String]) -> String? {
            guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty }) else {
                return nil
            }
            return lines[first...last].joined(separator: "\n")
        }
        func close() {
            if let text = end(own) { answers.append(MessageAnswer(quoted: end(quoted), own: text)) }
            own = []
            quoted = []
        }
        var index = 0
        while index < lines.count {
            let line = lines[index]
            // The introduction of a quote is no answer.
            if !isQuoted[index], let attribution = QuoteAttribution(at: index, in: lines), attribution.ownCharacters == 0,
                let next = lines.indices[attribution.lines.upperBound...].first(where: { !lines[$0].isBlank }), isQuoted[next]
            {
                close()
                index = attribution.lines.upperBound
                continue
            }
            if isQuoted[index], !line.isBlank, !own.allSatisfy(\.isEmpty) { close() }
            if isQuoted[index] || line.isBlank && own.isEmpty {
                if !quoted.isEmpty, line.isBelowGap { quoted.append("") }
                quoted.append(line.textWithoutMarks)
            } else {
                if !own.isEmpty, line.isBelowGap { own.append("") }
                own.append(line.isBlank ? "" : line.text)
            }
            index += 1
        }
        close()
        return answers.contains { $0.quoted != nil } ? answers : []
    }
}
