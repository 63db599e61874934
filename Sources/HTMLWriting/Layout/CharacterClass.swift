/// The class of a character in the rules for left-flanking and right-flanking delimiter runs.
///
/// - SeeAlso: [CommonMark 6.2, Emphasis and strong emphasis](https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis)
enum CharacterClass: UInt8 {
    /// Unicode white space, and the start and the end of a line.
    case space
    /// Characters that every version of CommonMark counts as punctuation.
    case punctuation
    /// Symbols: punctuation since CommonMark 0.31, letters before. The output has to be correct for parsers of both versions.
    case symbol
    /// All other characters.
    case word
    /// A letter or symbol after tildes. Some parsers count the tildes as punctuation, others ignore them.
    case afterTildes

    /// The class of an ASCII character.
    static func ofASCII(_ byte: UInt8) -> CharacterClass {
        switch byte {
        case 0x09...0x0D, 0x20: .space
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: .punctuation
        default: .word
        }
    }

    /// The class of a character.
    static func of(_ scalar: Unicode.Scalar) -> CharacterClass {
        if scalar.value < 0x80 { return ofASCII(UInt8(truncatingIfNeeded: scalar.value)) }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation:
            return .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .lineSeparator, .paragraphSeparator: return .symbol
        default: return .word
        }
    }
}

/// Access to the characters of a buffer of UTF-8.
extension [UInt8] {
    /// Decodes the character that begins at `index` of well-formed UTF-8.
    ///
    /// - Returns: The character and its length in bytes.
    func scalar(at index: Int) -> (scalar: Unicode.Scalar, count: Int) {
        let first = UInt32(self[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + count <= self.count else { return ("\u{FFFD}", 1) }
        var value = first & (0xFF >> (UInt32(count) + 1))
        for next in self[index + 1..<index + count] { value = value << 6 | UInt32(next & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
    }

    /// The offset of the first byte of the character that ends before `index`.
    func startOfScalar(endingAt index: Int) -> Int {
        var start = index - 1
        while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// The class of the character that begins at `index`.
    func classAfter(_ index: Int) -> CharacterClass {
        let byte = self[index]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: index).scalar)
    }

    /// The class of the character that ends before `index`.
    func classBefore(_ index: Int) -> CharacterClass {
        let byte = self[index - 1]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: startOfScalar(endingAt: index)).scalar)
    }

    /// The number of Unicode scalars in a range of bytes.
    func characterCount(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

extension UInt8 {
    /// The hexadecimal digit for a value from 0 to 15, in upper case.
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
