/// The header of a quoted message in its body: `From: …`, `Sent: …`, `To: …`, `Subject: …`.
///
/// Itineraries, opening hours and order forms have such labels, too. So a header needs a sender and a date, and in addition an address, a
/// subject or a rule above it.
struct QuoteHeader {
    /// The lines of the header.
    private(set) var lines: Range<Int>

    static let maximumLines = 16

    private var kinds: Set<HeaderLabel.Kind> = []
    private var hasAddress = false
    private var date = ""

    /// Reads the header that begins at a line; nil if there is none.
    ///
    /// - Parameters:
    ///   - start: The index of the first line.
    ///   - lines: The lines of the message.
    ///   - isBelowRule: Whether a rule directly precedes the line.
    init?(at start: Int, in lines: [QuoteLine], isBelowRule: Bool) {
        guard lines[start].label != nil else { return nil }
        self.lines = start..<start + 1
        var end = start
        var last: (kind: HeaderLabel.Kind, value: String)?
        var hasGap = false
        var index = start
        reading: while index < min(lines.count, start + Self.maximumLines) {
            let line = lines[index]
            let labels = line.labels
            if labels.isEmpty {
                // The line is a value beside or below its label, the continuation of a value, or one unknown line.
                let isValue =
                    last.map { $0.value.isEmpty || $0.value.last == "," || $0.value.last == ";" || line.trimmedWithBracket.contains("@") }
                    ?? false
                guard !line.isBlank && isValue || !hasGap else { break }
                if isValue, !line.isBlank, let kind = last?.kind {
                    last?.value = line.trimmed
                    note(kind, line.trimmed, line)
                    end = index + 1
                } else {
                    hasGap = true
                }
            }
            for label in labels {
                if label.kind == .form { return nil }
                // A second sender begins the header of the next message.
                if label.kind == .sender, kinds.contains(.sender) { break reading }
                kinds.insert(label.kind)
                note(label.kind, label.value, line)
                last = (label.kind, label.value)
                end = index + 1
                hasGap = false
            }
            index += 1
        }
        self.lines = start..<end
        guard isPlausible(isBelowRule: isBelowRule) else { return nil }
    }

    private mutating func note(_ kind: HeaderLabel.Kind, _ value: String, _ line: QuoteLine) {
        if kind == .date { date += " " + value }
        if kind == .sender || kind == .recipient, line.hasMailLink || MailAddressRange(in: value) != nil { hasAddress = true }
    }

    private func isPlausible(isBelowRule: Bool) -> Bool {
        guard kinds.contains(.sender), kinds.contains(.date) else { return false }
        let datePatterns = DatePatterns(date)
        if kinds.contains(.subject) { return hasAddress || isBelowRule || !datePatterns.isEmpty }
        guard hasAddress, datePatterns.hasTime else { return false }
        return datePatterns.hasDate || kinds.contains(.recipient)
    }
}
