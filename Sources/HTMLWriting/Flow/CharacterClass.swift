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
