/// Letters and digits in other shapes, as plain ones: full width, half width, raised, mathematical.
///
/// - SeeAlso: [Unicode, Compatibility Decomposition](https://www.unicode.org/reports/tr15/#Compatibility_Composite_Figure)
enum PlainLetters {
    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
    /// The katakana of full width for those of half width, from U+FF66 on.
    private static let katakana = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars)
    private static let firstKatakana: UInt32 = 0xFF66

    /// The plain characters; nil for a character that is plain itself.
    static func plain(_ scalar: Unicode.Scalar) -> String? {
        let code = scalar.value
        switch code {
        case 0..<0xAA: return nil
        case 0xAA: return "a"
        case 0xBA: return "o"
        case 0xFF01...0xFF5E: return text(code - 0xFEE0)
        case firstKatakana..<firstKatakana + UInt32(katakana.count): return String(katakana[Int(code - firstKatakana)])
        case 0xFB00...0xFB06: return ligatures[Int(code - 0xFB00)]
        // Alphabets of 26 capital and 26 small letters; then those of digits.
        case 0x1D400...0x1D6A3: return text(UInt32(ascii: "a") + (code - 0x1D400) % 26)
        case 0x1D7CE...0x1D7FF: return text(UInt32(ascii: "0") + (code - 0x1D7CE) % 10)
        default:
            guard scalar.properties.generalCategory == .otherNumber, let value = scalar.properties.numericValue, value < 1000,
                value == value.rounded()
            else { return nil }
            return String(Int(value))
        }
    }

    private static func text(_ code: UInt32) -> String? { Unicode.Scalar(code).map { String($0) } }
}

extension UInt32 {
    fileprivate init(ascii scalar: Unicode.Scalar) { self = scalar.value }
}
