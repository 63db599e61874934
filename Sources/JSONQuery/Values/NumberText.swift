import JSONParsing

/// Numbers as jq writes them: literals in the canonical form of decimal arithmetic, computed ones in the shortest form.
enum NumberText {
    /// The number that a program spells; more spellings are allowed than in JSON (`.5`, `1.`, `007`).
    static func literal(_ text: String) -> JSONNumber {
        if let number = JSONNumber(literal: text) { return number }
        return JSONNumber(literal: JSONDecimal(text).text) ?? JSONNumber(Double(text) ?? .nan)
    }

    /// A number in any spelling that jq reads: with a plus sign, leading zeros, a point at either end, `nan` and `infinity` in any case.
    static func relaxed(_ text: String) -> JSONNumber? {
        if let number = JSONNumber(literal: text) { return number }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = Substring(text.utf8.dropFirst(isNegative || text.utf8.first == UInt8(ascii: "+") ? 1 : 0))
        switch digits.count <= 8 ? digits.lowercased() : "" {
        case "nan", "snan": return JSONNumber(Double.nan)
        case "inf", "infinity": return JSONNumber(isNegative ? -Double.infinity : .infinity)
        default: break
        }
        var lexer = Lexer(String(digits))
        guard let first = lexer.peek(), Lexer.isDigit(first) || first == UInt8(ascii: "."), let token = try? lexer.next(),
            case .number(let spelled) = token.token, lexer.position == digits.utf8.count, spelled.utf8.contains(where: Lexer.isDigit)
        else { return nil }
        let number = literal(spelled)
        return isNegative ? number.negated : number
    }

    /// The number as `tojson` and `tostring` write it.
    static func text(of number: JSONNumber) -> String {
        let text = number.text
        return number.isComputed || isPlainInteger(text) ? text : JSONDecimal(text).text
    }

    private static func isPlainInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
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
