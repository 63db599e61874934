internal import HTMLParsing

/// What text of a legacy encoding looks like: which bytes make a character, and which characters are common in its languages.
struct LegacyTextForm: Sendable {
    /// The least share of common characters.
    static let minShare = 0.7
    /// The number of characters from which a text of syllables is Korean.
    static let minKorean = 4

    let encoding: HTMLEncoding
    private let leads: ClosedRange<UInt8>
    private let trails: [ClosedRange<UInt8>]
    /// Bytes that are characters of their own.
    private var singles: ClosedRange<UInt8>?
    /// The first bytes of common characters.
    private let common: [ClosedRange<UInt8>]
    /// The second bytes of common characters.
    private var commonTrails: ClosedRange<UInt8> = 0xA1...0xFE
    /// First bytes without which no text of some length is.
    private var needed: ClosedRange<UInt8>?

    /// The multi-byte encodings. Common are punctuation, syllables, and the first half of the characters, which standards sort by use.
    static let all = [
        LegacyTextForm(
            encoding: .shiftJIS, leads: 0x81...0xFC, trails: [0x40...0x7E, 0x80...0xFC], singles: 0xA0...0xDF,
            common: [0x81...0x83, 0x88...0x97], commonTrails: 0x40...0xFC),
        LegacyTextForm(
            encoding: .eucJP, leads: 0x8E...0xFE, trails: [0xA1...0xFE], common: [0xA1...0xA1, 0xA3...0xA5, 0xB0...0xCF],
            needed: 0xA4...0xA5),
        LegacyTextForm(encoding: .gb18030, leads: 0x81...0xFE, trails: [0x30...0x39, 0x40...0xFE], common: [0xA1...0xA3, 0xB0...0xD7]),
        LegacyTextForm(
            encoding: .big5, leads: 0x81...0xFE, trails: [0x40...0x7E, 0xA1...0xFE], common: [0xA1...0xA1, 0xA4...0xC6],
            commonTrails: 0x40...0xFE),
        LegacyTextForm(encoding: .eucKR, leads: 0x81...0xFE, trails: [0x41...0xFE], common: [0xA1...0xA3, 0xB0...0xC8]),
    ]

    /// The share of common characters among those that are not ASCII, and their number; nil if the text is not in the encoding.
    func typicalShare(of bytes: [UInt8]) -> (share: Double, count: Int)? {
        var (count, typical, index) = (0, 0, 0)
        var hasNeeded = needed == nil
        var isBehindLetter = false
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            // A quotation mark of windows-1252, as in "it's", begins a character of Shift_JIS. It stands behind a letter.
            let isInsideWord = isBehindLetter
            isBehindLetter = Self.isLetter(lead)
            if lead < 0x80 { continue }
            count += 1
            if singles?.contains(lead) == true { continue }
            guard leads.contains(lead) else { return nil }
            // The sample may end inside a character.
            guard index < bytes.count else { break }
            let trail = bytes[index]
            guard trails.contains(where: { $0.contains(trail) }) else { return nil }
            index += 1
            if !isInsideWord, commonTrails.contains(trail), common.contains(where: { $0.contains(lead) }) { typical += 1 }
            if needed?.contains(lead) == true { hasNeeded = true }
        }
        guard hasNeeded, count > 0 else { return nil }
        return (Double(typical) / Double(count), count)
    }

    /// The most likely encoding with one byte a character. Whole words of letters beyond ASCII are Cyrillic or Greek; capitals are rare.
    static func singleByte(_ bytes: [UInt8]) -> HTMLEncoding {
        let words = bytes.split { $0 < 0x80 && !isLetter($0) }.filter { word in word.contains { $0 >= 0xC0 } }
        let foreign = words.filter { word in word.count > 2 && word.allSatisfy { $0 >= 0x80 } }
        guard foreign.count * 2 > words.count else { return .windows1252 }
        let letters = foreign.joined()
        // ά, έ, ή and ί stand in the middle of Greek words; in Cyrillic ones, these bytes are rare capitals.
        let accents = foreign.reduce(0) { count, word in count + word.dropFirst().count { (0xDC...0xDF).contains($0) } }
        let (high, low) = (letters.count { $0 >= 0xE0 }, letters.count { (0xC0...0xDF).contains($0) })
        if high > low { return accents * 20 > letters.count ? .windows1253 : .windows1251 }
        return .koi8R
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
