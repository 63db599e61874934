/// What a character is to the rule about left- and right-flanking delimiters.
///
/// - SeeAlso: [CommonMark 6.2, Emphasis and strong emphasis](https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis)
enum CharacterClass: UInt8 {
    /// White space of any script, the start and the end of a line.
    case space
    /// Punctuation for every reader.
    case punctuation
    /// Punctuation since version 0.31 of the specification, a letter before it: whoever writes has to be right for both.
    case symbol
    /// Everything else.
    case word
    /// A letter or symbol with tildes before it: they are punctuation to some readers, and others look past them.
    case hemmed

    /// The class of an ASCII character.
    static func ofASCII(_ byte: UInt8) -> CharacterClass {
        switch byte {
        case 0x09...0x0D, 0x20: .space
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: .punctuation
        default: .word
        }
    }

    /// The class of any character.
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

extension [UInt8] {
    /// The character that begins at `index` of well-formed UTF-8, and how many bytes it has.
    func scalar(at index: Int) -> (scalar: Unicode.Scalar, count: Int) {
        let first = UInt32(self[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + count <= self.count else { return ("\u{FFFD}", 1) }
        var value = first & (0xFF >> (UInt32(count) + 1))
        for next in self[index + 1..<index + count] { value = value << 6 | UInt32(next & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
    }

    /// Where the character begins that ends right before `index`.
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

    /// The class of the character that ends right before `index`.
    func classBefore(_ index: Int) -> CharacterClass {
        let byte = self[index - 1]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: startOfScalar(endingAt: index)).scalar)
    }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed or carriage return: what is folded into one space.
    var isWhiteSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    var isDigit: Bool { self &- 0x30 < 10 }

    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    var isASCIIPunctuation: Bool { CharacterClass.ofASCII(self) == .punctuation }
}
