public import HTMLParsing

/// A message that another message quotes.
public struct QuotedMessage: Equatable, Sendable {
    /// The sender as the introduction names it: `Otto Berg <otto@example.org>`; nil without an introduction.
    public var from: String?
    /// The date as the introduction writes it.
    public var date: String?
    /// The subject; only headers have one.
    public var subject: String?
    /// The text of the message without quote marks.
    public var body: String

    /// Creates a message with what is known of it.
    public init(from: String? = nil, date: String? = nil, subject: String? = nil, body: String) {
        (self.from, self.date, self.subject, self.body) = (from, date, subject, body)
    }

    /// Returns the messages in the quoted part of a plain-text body, the newest first.
    public static func all(in quoted: String) -> [QuotedMessage] {
        var reader = QuotedMessageReader(MessageLines(Array(quoted.utf8)).lines)
        return reader.messages()
    }

    /// Returns the messages in the quoted part of an HTML body, the newest first. Their bodies are plain text.
    public static func all(in quoted: HTMLDocument) -> [QuotedMessage] {
        var reader = QuotedMessageReader(HTMLLines(quoted).quoteLines)
        return reader.messages()
    }
}

/// Reads the messages in a quoted part, line by line: an introduction begins a message, and so does a deeper quote mark.
private struct QuotedMessageReader {
    private let lines: [MessageLine]
    private let finder: QuoteFinder
    private var found: [(message: QuotedMessage, depth: Int, lines: [String])] = []

    /// The limit of messages. Deeper ones are parts of the last.
    private static let maximumMessages = 100

    init(_ lines: [MessageLine]) {
        self.lines = lines
        finder = QuoteFinder(lines)
    }

    mutating func messages() -> [QuotedMessage] {
        var index = 0
        while index < lines.count {
            if found.count < Self.maximumMessages, let (message, end) = introduction(at: index) {
                let next = lines[end...].first { !$0.isBlank }
                found.append((message, next.map(\.quoteDepth) ?? 0, []))
                index = end
            } else {
                add(lines[index])
                index += 1
            }
        }
        return found.map { entry in
            var message = entry.message
            message.body = Self.joined(entry.lines)
            return message
        }.filter { !$0.body.isEmpty || $0.from != nil || $0.date != nil }
    }

    /// Adds a line to the last message of its depth. A deeper line without an introduction begins a message of which nothing else is known.
    private mutating func add(_ line: MessageLine) {
        if line.isBlank {
            if !found.isEmpty { found[found.count - 1].lines.append("") }
            return
        }
        let depth = line.quoteDepth
        var target = found.indices.last { found[$0].depth <= depth }
        if target == nil && (found.isEmpty || !line.isSeparator) || target.map({ found[$0].depth < depth }) ?? false,
            found.count < Self.maximumMessages
        {
            found.append((QuotedMessage(body: ""), depth, []))
            target = found.count - 1
        }
        guard let target = target ?? found.indices.last else { return }
        if line.isBelowGap, found[target].lines.last?.isEmpty == false { found[target].lines.append("") }
        found[target].lines.append(line.textWithoutMarks)
    }

    /// The message that an introduction at a line begins, and the line after the introduction.
    private func introduction(at start: Int) -> (QuotedMessage, end: Int)? {
        if lines[start].isSeparator || lines[start].isRule {
            // A header may follow, with blank lines before it.
            let next = lines[(start + 1)...].prefix(3).firstIndex { !$0.isBlank }
            if let next, let header = header(at: next) { return header }
            return lines[start].isSeparator ? (QuotedMessage(body: ""), start + 1) : nil
        }
        if let header = header(at: start) { return header }
        guard let attribution = QuoteAttribution(at: start, in: lines), attribution.ownCharacters == 0 else { return nil }
        let text = lines[attribution.lines].map(\.attributionText).joined(separator: " ")
        let grammar = IntroductionGrammar(text, isDashed: true)
        var message = QuotedMessage(date: grammar?.date, body: "")
        switch (grammar?.name, grammar?.address) {
        case (let name?, let address?): message.from = "\(name) <\(address)>"
        case (let name, let address): message.from = name ?? address
        }
        return (message, attribution.lines.upperBound)
    }

    private func header(at start: Int) -> (QuotedMessage, end: Int)? {
        guard lines[start].label != nil, let range = finder.header(at: start) else { return nil }
        var message = QuotedMessage(body: "")
        var last: HeaderLabel.Kind?
        for line in lines[range] {
            let labels = line.writtenLabels
            // A value may stand below its label, or go on there.
            if labels.isEmpty, let last, !line.isBlank { note(last, line.attributionText, in: &message) }
            for label in labels {
                note(label.kind, label.value, in: &message)
                last = label.kind
            }
        }
        return (message, range.upperBound)
    }

    private func note(_ kind: HeaderLabel.Kind, _ value: String, in message: inout QuotedMessage) {
        guard !value.isEmpty else { return }
        func added(to text: String?) -> String { text.map { $0 + " " + value } ?? value }
        switch kind {
        case .sender: message.from = added(to: message.from)
        case .sent, .date: message.date = added(to: message.date)
        case .subject: message.subject = added(to: message.subject)
        case .recipient, .other, .form: break
        }
    }

    private static func joined(_ lines: [String]) -> String {
        guard let first = lines.firstIndex(where: { !$0.isEmpty }), let last = lines.lastIndex(where: { !$0.isEmpty }) else { return "" }
        return lines[first...last].joined(separator: "\n")
    }
}
