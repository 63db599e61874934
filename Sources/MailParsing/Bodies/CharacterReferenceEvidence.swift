internal import HTMLParsing

/// Decides by its character references, such as `&amp;` and `&#38;`, whether a text without tags is HTML. A reference is either markup, or
/// talk: the text mentions it, as an answer about HTML does.
///
/// A reference that touches a word, stands alone in its line, or is a sign between words (`Tom &amp; Ann`) is markup. A reference is talk
/// if it stands
///
/// * between quotation marks, brackets or backticks,
/// * as a word in a line, if it means a space or a quotation mark: `Use &nbsp; for a space`,
/// * as a word in a line, if it means a letter, and the text has other such letters as they are: `&auml; is ä`.
///
/// An ampersand between spaces counts as talk if the text also has `&amp;`: `Write & as &amp;`. In a text of several lines, `&amp;` alone
/// does not suffice: programs also write it into plain text.
struct CharacterReferenceEvidence {
    /// The number of references that are markup.
    private var markup = 0
    /// The number of references that are talk.
    private var talk = 0
    /// The number of references to letters that stand as words.
    private var letterWords = 0
    private var hasAmpersandReference = false
    private var hasOtherReference = false
    private var hasFreeAmpersand = false
    private var hasLetters = false
    private var hasLineEnds = false
    /// The end of the last reference to a space that stands as a word, in bytes.
    private var lastSpace = -2

    /// Reads a text without tags.
    ///
    /// - Returns: The text as HTML; nil if it has no references as markup.
    static func markup(in text: String, from start: Int) -> TextMarkup? {
        let bytes = text.utf8.span
        guard bytes.index(of: 0x26, from: start) != nil else { return nil }
        var references = CharacterReferenceEvidence()
        references.read(bytes, from: start)
        guard references.isMarkup else { return nil }
        return TextMarkup(html: text, hasParagraphs: references.hasLineEnds)
    }

    private var isMarkup: Bool {
        guard hasOtherReference || !hasLineEnds else { return false }
        return markup + (hasLetters ? 0 : letterWords) > talk + (hasAmpersandReference && hasFreeAmpersand ? 1 : 0)
    }

    private mutating func read(_ bytes: Span<UInt8>, from start: Int) {
        var end = bytes.count
        while end > start, bytes[end - 1].isFoldedSpace { end -= 1 }
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte == 0x26, let reference = Self.reference(at: index, in: bytes) {
                read(reference.meaning, at: index..<reference.end, in: bytes, of: start..<end)
                index = reference.end
                continue
            }
            if byte == 0x26, index > start, bytes[index - 1].isFoldedSpace, index + 1 < end, bytes[index + 1].isFoldedSpace {
                hasFreeAmpersand = true
            }
            if byte == 0x0A || byte == 0x0D { hasLineEnds = true }
            // Letters have two bytes and more; signs of typography begin with E2.
            if byte >= 0xC3, byte != 0xE2 { hasLetters = true }
            index += 1
        }
    }

    private mutating func read(_ meaning: Unicode.Scalar, at range: Range<Int>, in bytes: Span<UInt8>, of text: Range<Int>) {
        if meaning == "&" { hasAmpersandReference = true } else { hasOtherReference = true }
        if MarkupScan.isBetweenMarks(range, in: bytes) {
            talk += 1
            return
        }
        guard Self.isWord(range, in: bytes, of: text), !Self.isLine(range, in: bytes, of: text) else {
            markup += 1
            return
        }
        switch meaning.properties.generalCategory {
        case .spaceSeparator, .format, .initialPunctuation, .finalPunctuation: readSpace(range)
        case .otherPunctuation where meaning == "\"" || meaning == "'": talk += 1
        case .uppercaseLetter, .lowercaseLetter: letterWords += 1
        default: markup += 1
        }
    }

    /// Counts a reference to a space that stands as a word. Several in a row form a gap, which is markup.
    private mutating func readSpace(_ range: Range<Int>) {
        if range.lowerBound == lastSpace + 1 {
            talk -= 1
            markup += 2
        } else {
            talk += 1
        }
        lastSpace = range.upperBound
    }

    private static func isWord(_ range: Range<Int>, in bytes: Span<UInt8>, of text: Range<Int>) -> Bool {
        guard range.lowerBound == text.lowerBound || bytes[range.lowerBound - 1].isFoldedSpace else { return false }
        var end = range.upperBound
        if end < text.upperBound, isPunctuation(bytes[end]) { end += 1 }
        return end == text.upperBound || bytes[end].isFoldedSpace
    }

    /// Whether only spaces stand beside a range in its line.
    private static func isLine(_ range: Range<Int>, in bytes: Span<UInt8>, of text: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start > text.lowerBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        var end = range.upperBound
        while end < text.upperBound, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
        return (start == text.lowerBound || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D)
            && (end == text.upperBound || bytes[end] == 0x0A || bytes[end] == 0x0D)
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: false
        }
    }

    /// Reads the reference at an ampersand.
    ///
    /// - Returns: The character, and the offset after the semicolon; nil if HTML does not know the reference.
    private static func reference(at ampersand: Int, in bytes: Span<UInt8>) -> (meaning: Unicode.Scalar, end: Int)? {
        var index = ampersand + 1
        let isNumber = index < bytes.count && bytes[index] == 0x23
        if isNumber { index += 1 }
        let start = index
        while index < bytes.count, index - start < 32, bytes[index].isASCIILetter || bytes[index].isASCIIDigit { index += 1 }
        guard index > start, index < bytes.count, bytes[index] == 0x3B else { return nil }
        let name = bytes.extracting(start..<index)
        return (isNumber ? number(name) : Unicode.Scalar(referenceName: name)).map { ($0, index + 1) }
    }

    /// Reads the digits of a number: `38` or `x26`.
    private static func number(_ digits: Span<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits[0] | 0x20 == UInt8(ascii: "x")
        guard digits.count <= 8, digits.count > (isHexadecimal ? 1 : 0) else { return nil }
        var value: UInt32 = 0
        for index in (isHexadecimal ? 1 : 0)..<digits.count {
            guard let digit = Character(Unicode.Scalar(digits[index])).hexDigitValue, isHexadecimal || digit < 10 else { return nil }
            value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit)
        }
        return Unicode.Scalar(value)
    }
}
