internal import WebAddresses

/// The form in which names are compared: in lower case, without accents.
enum NameFolding {
    private static let letters: [UInt32: String] = [
        0xDF: "ss", 0xE6: "ae", 0x153: "oe", 0xF8: "o", 0x142: "l", 0x111: "d", 0xF0: "d", 0xFE: "th", 0x131: "i", 0x1E9E: "ss", 0x451: "е",
        0x3C2: "σ",
    ]
    private static let germanLetters: [UInt32: String] = [0xE4: "ae", 0xF6: "oe", 0xFC: "ue"]

    /// The longest word in bytes that can be a name.
    static let maxBytes = 60

    static func folded(_ word: some Sequence<UInt8>, german: Bool = false) -> String {
        let text = String(decoding: Array(word), as: UTF8.self)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var result = ""
        for scalar in UnicodeNormalization.composed(text).lowercased().unicodeScalars {
            if let other = letters[scalar.value] ?? (german ? germanLetters[scalar.value] : nil) {
                result += other
                continue
            }
            var parts: [UInt32] = []
            UnicodeNormalization.decompose(scalar.value, into: &parts)
            // The parts of a Korean syllable stay together.
            if (0xAC00...0xD7A3).contains(scalar.value) { parts = [scalar.value] }
            for part in parts where !(0x300...0x36F).contains(part) {
                if let part = Unicode.Scalar(part) { result.unicodeScalars.append(part) }
            }
        }
        return result
    }

    /// The end of the word that begins at an offset. A word ends where a script without spaces begins or ends.
    static func wordEnd(in text: Bytes, from start: Int) -> Int {
        var end = start
        var last: Bool?
        while end < text.count, text[end].isWord {
            if text[end] & 0xC0 != 0x80 {
                let isUnspaced = end + 1 < text.count && CaselessScripts.hasNoSpaces(lead: text[end], next: text[end + 1])
                if let last, last != isUnspaced { break }
                last = isUnspaced
            }
            end += 1
        }
        return end
    }

    /// The words of a text with their places: letters and digits, divided by everything else.
    static func words(of text: Bytes, in range: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var place = range.lowerBound
        while place < range.upperBound {
            while place < range.upperBound, !text[place].isWord { place += 1 }
            let start = place
            while place < range.upperBound, text[place].isWord { place += 1 }
            if place > start { words.append(start..<place) }
        }
        return words
    }

    /// Whether a word begins with a capital letter, or belongs to a script without capital letters.
    static func isCapitalized(_ word: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first else { return false }
        if first < 0x80 { return first.isUpper }
        guard let scalar = String(decoding: word, as: UTF8.self).unicodeScalars.first else { return false }
        return !scalar.properties.isLowercase
    }
}
