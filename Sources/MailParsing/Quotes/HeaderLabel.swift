/// A label in the quoted header of a message, such as `From:`, with its value.
struct HeaderLabel {
    /// The meaning of a label.
    enum Kind {
        case sender, subject, recipient
        /// The date on which a message was sent: `Sent:`.
        case sent
        /// Another date: `Date:`.
        case date
        /// Other fields of a message header.
        case other
        /// Labels of web forms, which no message header has.
        case form
    }

    let kind: Kind
    let value: String

    /// The labels of a line that begins with one. Some programs write the whole header in one line.
    ///
    /// - Parameter line: The line in lower case.
    /// - Returns: The labels in order; empty if the line does not begin with one.
    static func all(in line: String) -> [HeaderLabel] {
        guard let colon = line.firstIndex(where: isColon), let first = kind(of: line[..<colon]) else { return [] }
        var labels: [HeaderLabel] = []
        var kind = first
        var valueStart = line.index(after: colon)
        var rest = line[valueStart...]
        // A subject may contain colons.
        while kind != .subject, kind != .form, let colon = rest.firstIndex(where: isColon) {
            if let (start, next) = label(endingAt: colon, in: line[valueStart...]) {
                labels.append(HeaderLabel(kind: kind, value: trimmed(line[valueStart..<start])))
                kind = next
                valueStart = line.index(after: colon)
            }
            rest = line[line.index(after: colon)...]
        }
        labels.append(HeaderLabel(kind: kind, value: trimmed(line[valueStart...])))
        return labels
    }

    /// The label of one or two words that ends at a colon, behind other words.
    private static func label(endingAt colon: Substring.Index, in text: Substring) -> (start: Substring.Index, kind: Kind)? {
        var before = text[..<colon].suffix(maximumLength)
        while before.last?.isWhitespace == true { before.removeLast() }
        var start = before.endIndex
        var words = 0
        while start > before.startIndex, words < 2 {
            start = text.index(before: start)
            guard before[start].isWhitespace else { continue }
            words += 1
            if let kind = kind(of: before[start...]), kind != .form { return (start, kind) }
        }
        return nil
    }

    /// The limit of a label that follows other words, in characters.
    private static let maximumLength = 30

    /// The limit of a label, in bytes.
    static let maximumBytes = 40

    /// The meaning of a label, given in lower case without surrounding white space; nil if unknown.
    static func kind(of label: String) -> Kind? { kinds[label] }

    private static func kind(of label: Substring) -> Kind? {
        kinds[trimmed(label)]
    }

    /// The meaning of each label. An ambiguous label has the first of its kinds in the order of this list.
    private static let kinds: [String: Kind] = {
        let lists: [(Set<String>, Kind)] = [
            (QuoteWords.senderLabels, .sender), (QuoteWords.sentLabels, .sent), (QuoteWords.dateLabels, .date),
            (QuoteWords.subjectLabels, .subject),
            (QuoteWords.recipientLabels, .recipient), (QuoteWords.otherLabels, .other), (QuoteWords.formLabels, .form),
        ]
        return Dictionary(lists.flatMap { words, kind in words.map { ($0, kind) } }) { first, _ in first }
    }()

    private static func trimmed(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        let start = bytes.skippingWhiteSpace(0, bytes.count) { $0 == 0x2A }
        let end = bytes.droppingWhiteSpace(start, bytes.count) { $0 == 0x2A }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isColon(_ character: Character) -> Bool { character == ":" || character == "：" }
}
