internal import HTMLParsing

/// Recognizes Markdown syntax in a buffer, and writes character references.
extension [UInt8] {
    /// Whether the angle bracket at `index` could begin a tag, a comment or an autolink.
    func opensTag(at index: Int) -> Bool {
        guard index + 1 < count else { return false }
        let next = self[index + 1]
        return next.isASCIILetter || next == 0x2F || next == 0x21 || next == 0x3F || isFollowedByMailbox(at: index)
    }

    /// Whether the bracket is followed by the local part of an e-mail address and an at sign (CommonMark 6.5).
    private func isFollowedByMailbox(at index: Int) -> Bool {
        var next = index + 1
        while next < count, self[next].isASCIILetter || self[next].isASCIIDigit || Self.mailboxMarks.contains(self[next]) { next += 1 }
        return next > index + 1 && next < count && self[next] == 0x40
    }

    private static let mailboxMarks: Set<UInt8> = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

    /// Whether the ampersand at `index` begins text in the form of a character reference: `&name;`, `&#1;`, `&#x1;`.
    func hasCharacterReference(at index: Int, end: Int) -> Bool {
        var next = index + 1
        let limit = Swift.min(end, index + 40)
        if next < limit, self[next] == 0x23 { next += 1 }
        let start = next
        while next < limit, self[next].isASCIILetter || self[next].isASCIIDigit { next += 1 }
        return next > start && next < limit && self[next] == 0x3B
    }

    /// Appends `&#N;`.
    mutating func append(characterReference scalar: Unicode.Scalar) {
        append(contentsOf: "&#".utf8)
        append(contentsOf: String(scalar.value).utf8)
        append(0x3B)
    }
}
