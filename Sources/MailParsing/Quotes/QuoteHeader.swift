/// The header of a quoted message in its body: `From: …`, `Sent: …`, `To: …`, `Subject: …`.
///
/// Itineraries, opening hours and forms have such labels, too. So the labels of a sender and a date need further evidence: an address, a
/// time of day beside a label that no form has, or a rule above them. Without a recipient, which the notices of web forms lack, they need
/// a sign of a mail program: the label of the date of sending, a time zone, all labels in one line, or a rule or border above them.
struct QuoteHeader {
    /// The lines of the header.
    private(set) var lines: Range<Int>

    static let maximumLines = 16

    private var kinds: Set<HeaderLabel.Kind> = []
    private var hasAddress = false
    private var date = ""
    /// Whether the first line has several labels.
    private var isInOneLine = false
    /// The number of lines among the labels that have other labels: `Persons: 4`.
    private var otherFields = 0
    /// Whether the line above announces the lines, as senders announce data of their own: `The parcel:`.
    private let isAnnounced: Bool

    /// The context of a header in the message, which decides how much evidence the header needs.
    enum Place {
        case anywhere
        /// A rule directly precedes the header.
        case belowRule
        /// The header begins an element with a border at its top, as Outlook writes it. Tables have such borders, too, so it proves less.
        case belowBorder
        /// The header begins an element in which a mail program quotes.
        case inContainer
    }

    /// Reads the header that begins at a line; nil if there is none.
    ///
    /// - Parameters:
    ///   - start: The index of the first line.
    ///   - lines: The lines of the message.
    ///   - place: The context of the line.
    init?(at start: Int, in lines: [MessageLine], _ place: Place) {
        isAnnounced = lines.isAnnounced(start) && !Self.isBelowAttribution(start, lines)
        guard lines[start].label != nil else {
            guard place == .belowRule, let end = Self.unknownHeader(at: start, in: lines) else { return nil }
            self.lines = start..<end
            return
        }
        self.lines = start..<start + 1
        var end = start
        var last: (kind: HeaderLabel.Kind, value: String)?
        var hasGap = false
        var fields: [Int] = []
        var index = start
        reading: while index < min(lines.count, start + Self.maximumLines) {
            let line = lines[index]
            let labels = line.labels
            if labels.isEmpty {
                // The line is a value beside or below its label, the continuation of a value, or one unknown line.
                let isValue =
                    last.map { $0.value.isEmpty || $0.value.last == "," || $0.value.last == ";" || line.mayContinueAddresses }
                    ?? false
                guard !line.isBlank && isValue || !hasGap else { break }
                if isValue, !line.isBlank, let kind = last?.kind {
                    last?.value = line.trimmed
                    note(kind, line.trimmed, line)
                    end = index + 1
                } else {
                    hasGap = true
                    if line.isField { fields.append(index) }
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
        isInOneLine = lines[start].labels.count > 1
        self.lines = start..<end
        let below = lines[end...].prefix(Self.maximumLines)
        otherFields = fields.count { $0 < end } + below.prefix { $0.isField && $0.label == nil }.count
        let isFenced = below.first { !$0.isBlank }?.isRule ?? false
        guard isProven(place, isFenced: isFenced) else { return nil }
    }

    /// Whether an attribution is above a header, as some programs write both.
    private static func isBelowAttribution(_ start: Int, _ lines: [MessageLine]) -> Bool {
        guard let above = lines[..<start].lastIndex(where: { !$0.isBlank }) else { return false }
        return QuoteAttribution(endingBefore: above + 1, in: lines) != nil
    }

    /// The end of a header with labels of an unknown language, which begins below a rule: two of its fields have addresses, and one of them
    /// a date with time. Forms have the address of one person.
    private static func unknownHeader(at start: Int, in lines: [MessageLine]) -> Int? {
        let fields = lines[start...].prefix(maximumUnknownFields).prefix { $0.isField && $0.label != .form }
        guard fields.count >= 3 else { return nil }
        let addresses = fields.count { $0.hasMailLink || MailAddressRange(in: $0.trimmedWithBracket) != nil }
        let dates = fields.count { field in
            let patterns = DatePatterns(field.trimmed)
            return patterns.hasDate && patterns.hasTime
        }
        return addresses >= 2 && dates == 1 ? start + fields.count : nil
    }

    private static let maximumUnknownFields = 8

    private mutating func note(_ kind: HeaderLabel.Kind, _ value: String, _ line: MessageLine) {
        if kind == .date || kind == .sent { date += " " + value }
        if kind == .sender || kind == .recipient, line.hasMailLink || MailAddressRange(in: value) != nil { hasAddress = true }
    }

    /// Whether the date has a time zone as in the header of a mail: `Wed, 16 May 2012 00:15:02 -0600`.
    private var hasZone: Bool {
        date[...].words.contains { word in
            (word.hasPrefix("+") || word.hasPrefix("-")) && word.count == 5 && word.dropFirst().allSatisfy(\.isNumber)
        }
    }

    /// Whether the labels and their values are evidence enough for a quoted message.
    ///
    /// - Parameters:
    ///   - place: The context of the header.
    ///   - isFenced: Whether a rule follows the header, as it does after a form.
    private func isProven(_ place: Place, isFenced: Bool) -> Bool {
        let hasDate = kinds.contains(.date) || kinds.contains(.sent)
        if place == .inContainer { return kinds.contains(.sender) && (hasDate || kinds.contains(.subject)) }
        let (hasSubject, hasRecipient) = (kinds.contains(.subject), kinds.contains(.recipient))
        // Some programs omit the sender. Only programs write the time zone of a mail.
        if !kinds.contains(.sender) { return hasDate && hasZone && hasRecipient && hasAddress && otherFields == 0 }
        guard hasDate, !isAnnounced || place != .anywhere else { return false }
        let patterns = DatePatterns(date)
        if hasAddress, patterns.hasTime, hasSubject, hasRecipient { return true }
        // The notices of web forms have no recipient.
        let isByMailProgram = kinds.contains(.sent) || isInOneLine || hasZone || place != .anywhere
        guard otherFields == 0, hasRecipient || isByMailProgram else { return false }
        if hasAddress { return hasSubject || patterns.hasTime && (patterns.hasDate || hasRecipient) }
        guard hasSubject else { return false }
        if place == .belowRule, !isFenced { return kinds.contains(.sent) || patterns.hasTime }
        return kinds.contains(.sent) && patterns.hasTime && (hasRecipient || place != .anywhere)
    }
}

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
    /// - Parameter line: The line, in lower case or in its own.
    /// - Returns: The labels in order; empty if the line does not begin with one.
    static func all(in line: String) -> [HeaderLabel] {
        guard let colon = line.firstIndex(where: isColon), let first = kind(of: line[..<colon]) else { return [] }
        // Latvian "No" is English "No", too, which numbers have.
        let isNumber = line[line.index(after: colon)...].first { !$0.isWhitespace && $0 != "*" }?.isNumber ?? false
        if first == .sender, isNumber, trimmed(line[..<colon]).lowercased() == "no" { return [] }
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

    /// The label of one or two words that ends at a colon, after other words.
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

    /// The longest label, in characters, that counts where text stands before it on its line.
    private static let maximumLength = 30

    /// The longest label, in bytes.
    static let maximumBytes = 40

    /// The meaning of a label, given in lower case without surrounding white space; nil if unknown.
    static func kind(of label: String) -> Kind? { kinds[label] }

    private static func kind(of label: Substring) -> Kind? {
        kinds[trimmed(label)] ?? kinds[trimmed(label).lowercased()]
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

    private static func isColon(_ character: Character) -> Bool { character == ":" || character == "：" || character == "|" }
}
