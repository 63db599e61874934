/// The text around the place of a syntax error, for rules that recognise habits from other languages.
struct ErrorContext {
    let bytes: [UInt8]
    /// The offset of the token that the parser did not expect, in bytes.
    let offset: Int
    /// The offset behind the token before it.
    let end: Int

    init(_ source: String, at offset: Int) {
        bytes = Array(source.utf8)
        self.offset = max(0, min(offset, bytes.count))
        var end = self.offset
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        self.end = end
    }

    /// Whether no blank stands in front of the unexpected token.
    var isAdjacent: Bool { end == offset }

    /// Whether the text in front of the place ends with a word, blanks left out.
    func follows(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return bytes[..<end].suffix(wanted.count).elementsEqual(wanted)
    }

    /// Whether the text at the place begins with a word.
    func precedes(_ text: StaticString) -> Bool { bytes[offset...].starts(with: text.description.utf8) }

    /// The first byte at the place; nil at the end of the program.
    var first: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether some text stands in front of the place.
    func hasBefore(_ text: String) -> Bool { range(of: text, in: 0..<end) != nil }

    /// The name in front of the place, and where it begins. A mark such as `.` or `$` does not belong to it.
    var lastName: (text: String, start: Int) {
        var start = end
        while start > 0, Self.isName(bytes[start - 1]) { start -= 1 }
        return (text(start..<end), start)
    }

    /// The name at the place.
    var nextName: String {
        var end = offset
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        return text(offset..<end)
    }

    /// The byte in front of an offset; nil at the start of the program.
    func byte(before offset: Int) -> UInt8? { offset > 0 ? bytes[offset - 1] : nil }

    /// The last place of a text.
    func range(of text: String, in range: Range<Int>) -> Int? {
        let wanted = Array(text.utf8)
        guard !wanted.isEmpty, range.count >= wanted.count else { return nil }
        return (range.lowerBound...range.upperBound - wanted.count).last { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    static func isName(_ byte: UInt8) -> Bool { Lexer.startsName(byte) || Lexer.isDigit(byte) }
}

extension ErrorContext {
    /// The advice on a habit from another language, with the place that it is about; nil if no rule knows it.
    var advice: (text: String, start: Int)? {
        if first == UInt8(ascii: "%"), follows("{") { return ("a program stands in `{{ … }}`", end - 1) }
        if first == UInt8(ascii: "{"), isAdjacent, follows("{") {
            return ("this text is a jq program; write it without `{{ … }}`", end - 1)
        }
        return pathAdvice ?? operatorAdvice ?? wordAdvice
    }
}
