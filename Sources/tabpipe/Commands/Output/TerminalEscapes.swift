/// Escapes characters in JSON that could control a terminal or reverse its text: DEL, C1 controls and bidirectional formatting.
///
/// JSON itself escapes the C0 controls.
enum TerminalEscapes {
    /// Returns a token of JSON with such characters as `\uXXXX`, which stands for the same string.
    static func escaped(_ token: ArraySlice<UInt8>) -> [UInt8] {
        guard token.contains(where: { $0 >= 0x7F }) else { return Array(token) }
        var escaped = ""
        for scalar in String(decoding: token, as: UTF8.self).unicodeScalars {
            if controls(scalar.value) {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return Array(escaped.utf8)
    }

    private static func controls(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x7F...0x9F, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
