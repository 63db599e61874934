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
    /// A letter or symbol behind tildes. Some parsers count the tildes as punctuation, others ignore them.
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
