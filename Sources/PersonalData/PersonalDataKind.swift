internal import HTMLParsing

/// The kinds of personal data that ``Redactor`` finds.
public enum PersonalDataKind: String, Sendable, CaseIterable {
    case email, phone, url, iban, card, person, secret, ip

    /// The kinds that are found unless the caller chooses others. Addresses of computers are not among them: logs are full of them.
    public static let standard: Set<PersonalDataKind> = Set(allCases).subtracting([.ip])

    /// The name in an alias such as `[EMAIL_1]`.
    var alias: String { rawValue.uppercased() }
}

/// A piece of a text that an alias replaces.
struct PersonalDataMatch {
    /// The place in the bytes of a ``TextView``.
    var range: Range<Int>
    /// The name in the alias, such as `EMAIL`.
    var name: String
    /// The value in a form that is equal for all ways to write it.
    var key: String
    /// The encoded text in which personal data is replaced, in place of all of the piece.
    var embedded: EmbeddedText?
}

/// A text as finders read it, with helpers to look around.
typealias Bytes = [UInt8]

extension UInt8 {
    var isUpper: Bool { self &- 0x41 < 26 }
    var isAlphanumeric: Bool { isASCIIDigit || isASCIILetter }
    /// Whether the byte belongs to a word: ``TextView`` replaces all punctuation that is not ASCII.
    var isWord: Bool { isAlphanumeric || self >= 0x80 }
    var isHexDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
    /// The value of a hexadecimal digit.
    var hexValue: UInt32 { UInt32(isASCIIDigit ? self - 0x30 : (self | 0x20) - 0x57) }
}

extension Bytes {
    /// The byte at an offset, or a space outside of the text.
    func at(_ offset: Int) -> UInt8 { indices.contains(offset) ? self[offset] : 0x20 }

    /// The bytes of a range as a text in lower case. Letters beyond ASCII stay.
    func lowercased(_ range: Range<Int>) -> String { String(decoding: self[range].map(\.asciiLowercased), as: UTF8.self) }

    /// The end of a gap between two groups of digits that begins at an offset: spaces, encoded ones (`%20`), and at most one end of a line
    /// with the marks of quotes in front of the next one. Nil if there is none.
    func gap(at start: Int) -> (end: Int, hasLineEnd: Bool)? {
        var place = start
        var hasLineEnd = false
        while place < count, place - start < Self.maxGapBytes {
            if self[place] == 0x20 || hasLineEnd && self[place] == UInt8(ascii: ">") {
                place += 1
            } else if self[place] == 0x0A, !hasLineEnd {
                hasLineEnd = true
                place += 1
            } else if let end = encodedSpace(at: place) {
                place = end
            } else {
                break
            }
        }
        return place > start ? (place, hasLineEnd) : nil
    }

    private static let maxGapBytes = 12

    /// The end of a space in percent-encoding, which may be encoded again: `%20`, `%2520`.
    func encodedSpace(at start: Int) -> Int? {
        guard at(start) == UInt8(ascii: "%") else { return nil }
        var place = start + 1
        while at(place) == 0x32, at(place + 1) == 0x35, place - start < 8 { place += 2 }
        return at(place) == 0x32 && at(place + 1) == 0x30 ? place + 2 : nil
    }

    /// The words in front of an offset in lower case, the nearest first: at most `count`, on the same line, within 40 bytes.
    func words(before offset: Int, count: Int) -> [String] {
        var words: [String] = []
        var place = offset
        let limit = Swift.max(0, offset - 40)
        while words.count < count {
            while place > limit, !self[place - 1].isWord, self[place - 1] != 0x0A { place -= 1 }
            let end = place
            while place > limit, self[place - 1].isWord { place -= 1 }
            if place == end { break }
            words.append(String(decoding: self[place..<end], as: UTF8.self).lowercased())
        }
        return words
    }
}
