internal import HTMLParsing

/// The words of a title, to compare a heading with it.
struct TitleWords {
    /// The longest title that is compared, in bytes.
    static let maximumBytes = 1000
    /// A heading repeats a title if more than this part of its letters is in words of the title.
    private static let repeatedPart = 0.75

    private let words: Set<ArraySlice<UInt8>>

    init(_ title: String) { words = Set(Self.words(Array(title.utf8))) }

    /// The words of a text, with small letters of ASCII.
    private static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        lettersAndBlanks(text).split(separator: 0x20)
    }

    /// The letters and digits of a text, to compare titles with other quotes and dashes.
    static func letters(_ text: some Sequence<UInt8>) -> [UInt8] { lettersAndBlanks(text).filter { $0 != 0x20 } }

    /// A text with blanks in place of marks. Of marks beyond ASCII, those of U+2000 to U+207F and U+3000 to U+303F count: dashes, quotes.
    private static func lettersAndBlanks(_ text: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in text {
            if byte.isASCIILetter || byte.isASCIIDigit {
                result.append(byte.asciiLowercased)
            } else if byte < 0x80 {
                result.append(0x20)
            } else {
                result.append(byte)
                let count = result.count
                guard count >= 3, byte & 0xC0 == 0x80, result[count - 2] == 0x80 || result[count - 2] == 0x81 else { continue }
                let isMark = result[count - 3] == 0xE2 || result[count - 3] == 0xE3 && result[count - 2] == 0x80
                if isMark { result.replaceSubrange(count - 3..<count, with: CollectionOfOne(0x20)) }
            }
        }
        return result
    }

    /// Whether a heading says about the same as the title.
    func isRepeated(by heading: String) -> Bool { isRepeated(by: Array(heading.utf8)) }

    /// Whether a heading in UTF-8 says about the same as the title.
    func isRepeated(by heading: [UInt8]) -> Bool {
        let others = Self.words(heading)
        guard !words.isEmpty, !others.isEmpty else { return false }
        let all = others.reduce(others.count - 1) { $0 + $1.count }
        let missing = others.filter { !words.contains($0) }
        let different = missing.reduce(max(missing.count - 1, 0)) { $0 + $1.count }
        return 1 - Double(different) / Double(all) > Self.repeatedPart
    }
}
