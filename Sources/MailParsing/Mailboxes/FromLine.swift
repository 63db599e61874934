internal import HTMLParsing

/// The line in front of each message of a mailbox: `From ann@example.org Sun May  3 10:00:00 2026`.
///
/// - SeeAlso: RFC 4155, appendix A
enum FromLine {
    /// What a line is that begins with `From `.
    enum Form {
        /// An address and a date.
        case complete
        /// An address without a date.
        case undated
        /// Anything else, such as a sentence.
        case other
    }

    /// What stands below a line.
    enum Below {
        /// A field that the header of a message has, such as `Subject: Lamp`.
        case mailField
        /// Another field.
        case field
        /// No field.
        case text
    }

    /// The longest line that is one, in bytes.
    static let maxBytes = 1_000
    /// The longest beginning of a line that decides whether it is a field of a header, in bytes.
    static let maxFieldBytes = 1_000
    /// The most words of an address: some programs write names in front of it, or `ann at example.org`.
    private static let maxAddressWords = 8
    /// The most words that are a date, with its zone and the mark of a message that came by UUCP.
    private static let maxDateWords = 12

    /// Whether a line begins a message: an address and a date follow the word, and nothing else. A sentence has no such form.
    static func isOne(_ line: Span<UInt8>) -> Bool { form(of: line) == .complete }

    /// The form of a line that begins with `From `; nil for other lines, and for long ones.
    static func form(of line: Span<UInt8>) -> Form? {
        guard line.starts(with: "From "), line.count <= maxBytes else { return nil }
        let words = words(line)
        for place in 2..<max(2, min(words.count, maxAddressWords + 2)) where words.count - place <= maxDateWords {
            let address = words[1..<place]
            let hasSign = address.contains { $0.contains(UInt8(ascii: "@")) || $0 == Array("at".utf8) }
            guard hasSign || address.count == 1 && MailDate.isWeekday(words[place]) else { continue }
            if MailDate.hasForm(withoutHost(words[place...])) { return .complete }
        }
        return words.count == 2 && words[1].dropFirst().dropLast().contains(UInt8(ascii: "@")) ? .undated : .other
    }

    /// What a line is below a line that begins with `From `; nil if its beginning does not tell.
    ///
    /// - Parameter isWhole: Whether the line has its end.
    static func below(_ line: Span<UInt8>, isWhole: Bool) -> Below? {
        if line.starts(with: ">From ") { return .field }
        guard let field = MailHeaders.fieldName(line) else { return isWhole || line.count > maxFieldBytes ? .text : nil }
        var name: [UInt8] = []
        name.append(span: line.extracting(0..<field.name))
        let text = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
        return mailFields.contains(text) || text.hasPrefix("x-") ? .mailField : .field
    }

    /// The fields with which headers of messages begin. A text has few lines of this form.
    private static let mailFields: Set<String> = [
        "return-path", "received", "delivered-to", "envelope-to", "from", "to", "cc", "bcc", "sender", "reply-to", "subject", "date",
        "message-id", "in-reply-to", "references", "mime-version", "content-type", "content-transfer-encoding", "content-length", "status",
        "dkim-signature", "authentication-results", "arc-seal", "received-spf", "list-id", "resent-from", "errors-to", "apparently-to",
    ]

    /// The words without the name of the host that a message came from by UUCP: `remote from pier`.
    private static func withoutHost(_ words: ArraySlice<[UInt8]>) -> ArraySlice<[UInt8]> {
        guard words.count > 3, words[words.endIndex - 3].elementsEqual("remote".utf8) else { return words }
        return words.dropLast(3)
    }

    private static func words(_ line: Span<UInt8>) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        for index in line.indices {
            if line[index].isFoldedSpace || line[index] == UInt8(ascii: ",") {
                if !word.isEmpty { words.append(word) }
                word = []
            } else {
                word.append(line[index])
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
