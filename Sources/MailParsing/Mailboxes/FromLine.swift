internal import HTMLParsing

/// The line in front of each message of a mailbox: `From ann@example.org Sun May  3 10:00:00 2026`.
///
/// - SeeAlso: RFC 4155, appendix A
enum FromLine {
    /// The longest line that is one, in bytes.
    static let maxBytes = 1_000
    /// The longest beginning of a line that decides whether it is a field of a header, in bytes.
    static let maxFieldBytes = 1_000
    /// The most words of an address: some programs write names in front of it, or `ann at example.org`.
    private static let maxAddressWords = 8

    /// Whether a line begins a message: an address and a date follow the word, and nothing else. A sentence has no such form.
    static func isOne(_ line: Span<UInt8>) -> Bool {
        guard line.count <= maxBytes, line.starts(with: "From ") else { return false }
        let words = words(line)
        for place in 2..<max(2, min(words.count - 3, maxAddressWords + 2)) where isDate(words[place...]) {
            let address = words[1..<place]
            return address.count == 1 || address.contains { $0.contains(UInt8(ascii: "@")) || $0 == Array("at".utf8) }
        }
        return false
    }

    /// Whether a line is a field of a header, such as `Subject: Lamp`; nil if its beginning does not tell.
    ///
    /// - Parameter isWhole: Whether the line has its end.
    static func isField(_ line: Span<UInt8>, isWhole: Bool) -> Bool? {
        if MailHeaders.fieldName(line) != nil { return true }
        if line.starts(with: ">From ") { return true }
        return isWhole || line.count > maxFieldBytes ? false : nil
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

    /// Whether words are a date as the C library writes it, perhaps with a zone, or one as headers have it.
    private static func isDate(_ words: ArraySlice<[UInt8]>) -> Bool {
        guard let first = words.first, isName(first, of: weekdays) else { return false }
        var rest = words.dropFirst()
        guard let second = rest.popFirst(), let third = rest.popFirst() else { return false }
        if isName(second, of: months) {
            guard isNumber(third, 1...2), let time = rest.popFirst(), isTime(time) else { return false }
            // The year, with a zone on either side.
            guard rest.contains(where: { isNumber($0, 4...4) }) else { return false }
            return hasEnd(rest.drop { !isNumber($0, 4...4) }.dropFirst()) && rest.prefix { !isNumber($0, 4...4) }.allSatisfy(isZone)
        }
        guard isNumber(second, 1...2), isName(third, of: months), let year = rest.popFirst(), isNumber(year, 2...4) else { return false }
        guard let time = rest.popFirst(), isTime(time) else { return false }
        return hasEnd(rest)
    }

    /// Whether words are zones, and the mark of a message that came by UUCP.
    private static func hasEnd(_ words: ArraySlice<[UInt8]>) -> Bool {
        let rest = words.drop(while: isZone)
        return rest.isEmpty || rest.count == 3 && rest.first == Array("remote".utf8)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func isName(_ word: [UInt8], of names: [String]) -> Bool {
        word.count == 3 && names.contains(String(decoding: word.map(\.asciiLowercased), as: UTF8.self))
    }

    private static func isNumber(_ word: [UInt8], _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(word.count) && word.allSatisfy(\.isASCIIDigit)
    }

    private static func isTime(_ word: [UInt8]) -> Bool {
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy { isNumber(Array($0), 1...2) }
    }

    private static func isZone(_ word: [UInt8]) -> Bool {
        if word.count <= 5, word.allSatisfy(\.isASCIILetter) { return true }
        return (word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-")) && isNumber(Array(word.dropFirst()), 4...4)
    }
}
