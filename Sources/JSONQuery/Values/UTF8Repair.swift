/// Bytes that are not UTF-8 as text, with replacement characters in the places that jq puts them.
enum UTF8Repair {
    /// - Parameter isAtEnd: Whether the text ends here. jq takes an incomplete character at the end for one, whatever its other bytes are.
    static func text(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = bytes
        while let first = rest.first {
            let length = length(first)
            if length > rest.count, isAtEnd {
                scalars.append("\u{FFFD}")
                break
            }
            let character = rest.prefix(1) + rest.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
            scalars.append(String(validating: character, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}")
            rest = rest.dropFirst(character.count)
        }
        return String(scalars)
    }

    /// The length of the character that a byte begins.
    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
