import JSONParsing

/// Numbers as jq writes them: literals in the canonical form of decimal arithmetic, computed ones in the shortest form.
enum NumberText {
    /// The number that a program spells; more spellings are allowed than in JSON (`.5`, `1.`, `007`).
    static func literal(_ text: String) -> JSONNumber {
        if let number = JSONNumber(literal: text) { return number }
        return JSONNumber(literal: JSONDecimal(text).text) ?? JSONNumber(Double(text) ?? .nan)
    }

    /// The number as `tojson` and `tostring` write it.
    static func text(of number: JSONNumber) -> String {
        let text = number.text
        return number.isComputed || isPlainInteger(text) ? text : JSONDecimal(text).text
    }

    private static func isPlainInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension JSONNumber {
    /// Whether the number was computed. A number that was read or is a literal keeps its digits.
    var isComputed: Bool { literalText == nil }

    /// The number with the other sign; a literal keeps its digits.
    var negated: JSONNumber {
        guard !isComputed else { return JSONNumber(-double) }
        let text = self.text
        // As in jq, zero as a literal has no sign.
        if double == 0 { return JSONNumber(literal: text.hasPrefix("-") ? String(text.dropFirst()) : text) ?? self }
        return JSONNumber(literal: text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text) ?? JSONNumber(-double)
    }
}
