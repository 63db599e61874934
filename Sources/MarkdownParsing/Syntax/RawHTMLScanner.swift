internal import HTMLParsing

/// Finds tags, comments and other markup of HTML in a text.
///
/// Remembers which ends the text lacks and how much it has scanned, so that each search of one text takes linear time.
///
/// - SeeAlso: [CommonMark 6.6, Raw HTML](https://spec.commonmark.org/0.31.2/#raw-html)
struct RawHTMLScanner {
    private var lacksCommentEnd = false
    private var lacksInstructionEnd = false
    private var lacksDeclarationEnd = false
    private var lacksSectionEnd = false
    /// The number of bytes that may still be scanned for tags without an end.
    private var budget = 0
    /// The number of bytes that were searched since the start.
    private(set) var steps = 0

    /// Prepares for a text of this length, in bytes.
    mutating func reset(length: Int) {
        budget = length * 8 + 4096
        (lacksCommentEnd, lacksInstructionEnd, lacksDeclarationEnd, lacksSectionEnd) = (false, false, false, false)
    }

    /// Finds the end of the markup that begins with the `<` at `start`; nil if no complete markup begins there.
    mutating func end(in text: Span<UInt8>, at start: Int) -> Int? {
        guard start + 1 < text.count else { return nil }
        switch text[start + 1] {
        case UInt8(ascii: "!"): return declaration(in: text, at: start)
        case UInt8(ascii: "?"): return find("?>", in: text, from: start + 2, \.lacksInstructionEnd)
        default:
            guard budget > 0 else { return nil }
            var index = start
            let end = Self.tag(in: text, at: &index)
            steps &+= index - start
            if end == nil { budget -= index - start }
            return end
        }
    }

    private mutating func declaration(in text: Span<UInt8>, at start: Int) -> Int? {
        let content = start + 2
        guard content < text.count else { return nil }
        if text.hasWord("--", at: content) {
            if text.hasWord(">", at: content + 2) { return content + 3 }
            if text.hasWord("->", at: content + 2) { return content + 4 }
            return find("-->", in: text, from: content + 2, \.lacksCommentEnd)
        }
        if text.hasWord("[cdata[", at: content), text[content + 1] == UInt8(ascii: "C") {
            return find("]]>", in: text, from: content + 7, \.lacksSectionEnd)
        }
        return text[content].isASCIILetter ? find(">", in: text, from: content, \.lacksDeclarationEnd) : nil
    }

    private mutating func find(
        _ word: StaticString, in text: Span<UInt8>, from start: Int, _ isMissing: WritableKeyPath<RawHTMLScanner, Bool>
    ) -> Int? {
        if self[keyPath: isMissing] { return nil }
        var index = start
        while index < text.count {
            if text.hasWord(word, at: index) { break }
            index += 1
        }
        steps &+= index - start
        if index < text.count { return index + word.utf8CodeUnitCount }
        self[keyPath: isMissing] = true
        return nil
    }

    /// Finds the end of a start tag or an end tag.
    ///
    /// - Parameter index: The offset of the `<`; afterwards, how far the search came.
    static func tag(in text: Span<UInt8>, at index: inout Int) -> Int? {
        index += 1
        let isEndTag = index < text.count && text[index] == UInt8(ascii: "/")
        if isEndTag { index += 1 }
        guard index < text.count, text[index].isASCIILetter else { return nil }
        while index < text.count, text[index].isASCIIAlphanumeric || text[index] == UInt8(ascii: "-") { index += 1 }
        while true {
            let before = index
            index = text.afterWhitespace(index)
            guard index < text.count else { return nil }
            if text[index] == UInt8(ascii: ">") { return index + 1 }
            if isEndTag { return nil }
            if text[index] == UInt8(ascii: "/") {
                return index + 1 < text.count && text[index + 1] == UInt8(ascii: ">") ? index + 2 : nil
            }
            guard index > before, attribute(in: text, at: &index) else { return nil }
        }
    }

    private static func attribute(in text: Span<UInt8>, at index: inout Int) -> Bool {
        guard text[index].isASCIILetter || text[index] == UInt8(ascii: "_") || text[index] == UInt8(ascii: ":") else { return false }
        while index < text.count, text[index].isASCIIAlphanumeric || "_:.-".utf8.contains(text[index]) { index += 1 }
        let equals = text.afterWhitespace(index)
        guard equals < text.count, text[equals] == UInt8(ascii: "=") else { return true }
        index = text.afterWhitespace(equals + 1)
        guard index < text.count else { return false }
        let quote = text[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            while index < text.count, text[index] != quote { index += 1 }
            guard index < text.count else { return false }
            index += 1
            return true
        }
        let start = index
        while index < text.count, !text[index].isBlankOrNewline, !"\"'=<>`".utf8.contains(text[index]) { index += 1 }
        return index > start
    }
}
