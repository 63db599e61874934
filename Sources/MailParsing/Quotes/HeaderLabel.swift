/// A label in the header of a message and what stands behind it.
struct HeaderLabel {
    enum Kind {
        case sender, date, subject, recipient
        /// What stands in headers beside them.
        case other
        /// What stands in the forms of web pages, and in no header.
        case form
    }

    let kind: Kind
    let value: String

    /// The labels of a line in lower case that begins with one. Some programs leave the whole header in one line.
    static func all(in line: String) -> [HeaderLabel] {
        guard let colon = line.firstIndex(where: isColon), let first = kind(of: line[..<colon]) else { return [] }
        var labels: [HeaderLabel] = []
        var kind = first
        var valueStart = line.index(after: colon)
        var rest = line[valueStart...]
        // A subject may hold anything.
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

    /// The label of one or two words that ends here, behind other words.
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

    /// How long a label is, in characters.
    private static let maximumLength = 30

    /// How long a label may be, in bytes.
    static let maximumBytes = 40

    /// What a label means, which stands in lower case and without anything around it.
    static func kind(of label: String) -> Kind? { kinds[label] }

    private static func kind(of label: Substring) -> Kind? {
        kinds[trimmed(label)]
    }

    /// What each label means; one that means several things has the first of these kinds.
    private static let kinds: [String: Kind] = {
        let lists: [(Set<String>, Kind)] = [
            (QuoteWords.senderLabels, .sender), (QuoteWords.dateLabels, .date), (QuoteWords.subjectLabels, .subject),
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
