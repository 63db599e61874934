/// The header of a quoted message as mail programs write it out: `From: …`, `Sent: …`, `To: …`, `Subject: …`.
///
/// Trips, opening hours and order forms have such labels, too. So a header names a sender and a date, and proves itself by an address, a
/// subject or a rule above it.
struct QuoteHeader {
    /// The lines that it stands in.
    private(set) var lines: Range<Int>

    static let maximumLines = 16

    private var kinds: Set<HeaderLabel.Kind> = []
    private var hasAddress = false
    private var date = ""

    /// The header that begins in this line.
    ///
    /// - Parameter isBelowRule: Whether a rule stands right above it.
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
                // A value in the cell beside its label or broken into lines, or one line that is unknown.
                let isValue =
                    last.map { $0.value.isEmpty || $0.value.last == "," || $0.value.last == ";" || line.plain.contains("@") } ?? false
                guard !line.isBlank && isValue || !hasGap else { break }
                if isValue, !line.isBlank, let kind = last?.kind {
                    last?.value = line.bare
                    note(kind, line.bare, line)
                    end = index + 1
                } else {
                    hasGap = true
                }
            }
            for label in labels {
                if label.kind == .form { return nil }
                // The header of the next message.
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
        guard isProven(isBelowRule: isBelowRule) else { return nil }
    }

    private mutating func note(_ kind: HeaderLabel.Kind, _ value: String, _ line: QuoteLine) {
        if kind == .date { date += " " + value }
        if kind == .sender || kind == .recipient, line.hasMailLink || MailAddressRange(in: value) != nil { hasAddress = true }
    }

    private func isProven(isBelowRule: Bool) -> Bool {
        guard kinds.contains(.sender), kinds.contains(.date) else { return false }
        let datePatterns = DatePatterns(date)
        if kinds.contains(.subject) { return hasAddress || isBelowRule || !datePatterns.isEmpty }
        guard hasAddress, datePatterns.hasTime else { return false }
        return datePatterns.hasDate || kinds.contains(.recipient)
    }
}
