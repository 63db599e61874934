import JSONParsing

/// Numbers as jq writes them: literals in the canonical form of decimal arithmetic, computed ones in the shortest form.
enum NumberText {
    /// The number that a program spells; more spellings are allowed than in JSON (`.5`, `1.`, `007`).
    static func literal(_ text: String) -> JSONNumber {
        if let number = JSONNumber(literal: text) { return number }
        let decimal = Decimal(text)
        return JSONNumber(literal: decimal.text) ?? JSONNumber(Double(text) ?? .nan)
    }

    /// The number as `tojson` and `tostring` write it.
    static func text(of number: JSONNumber) -> String {
        let text = number.text
        if number.isComputed { return text == "null" ? text : shortest(number.double) }
        return isPlainInteger(text) ? text : Decimal(text).text
    }

    private static func isPlainInteger(_ text: String) -> Bool {
        text.utf8.allSatisfy { Lexer.isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// The shortest digits that read back as the same value, without an exponent as long as that is not longer.
    static func shortest(_ value: Double) -> String {
        if value.isNaN { return "null" }
        let finite = max(-Double.greatestFiniteMagnitude, min(value, .greatestFiniteMagnitude))
        if finite == finite.rounded(), abs(finite) < 1e15 {
            return finite == 0 && finite.sign == .minus ? "-0" : String(Int64(finite))
        }
        let decimal = Decimal(finite.description)
        return (decimal.isNegative ? "-" : "") + layout(digits: decimal.digits, point: decimal.digits.count + decimal.exponent)
    }

    /// - Parameter point: Where the decimal point stands, counted in digits from the first.
    private static func layout(digits: [UInt8], point: Int) -> String {
        var output: [UInt8] = []
        let zero = UInt8(ascii: "0")
        if point <= -4 || point > digits.count + 15 {
            output.append(digits[0] + zero)
            if digits.count > 1 {
                output.append(UInt8(ascii: "."))
                output += digits.dropFirst().map { $0 + zero }
            }
            let exponent = String(abs(point - 1))
            output += (point - 1 < 0 ? "e-" : "e+").utf8
            output += ((exponent.count < 2 ? "0" : "") + exponent).utf8
        } else if point <= 0 {
            output += "0.".utf8
            output += repeatElement(zero, count: -point)
            output += digits.map { $0 + zero }
        } else {
            output += digits.prefix(point).map { $0 + zero }
            output += repeatElement(zero, count: max(0, point - digits.count))
            if digits.count > point {
                output.append(UInt8(ascii: "."))
                output += digits.dropFirst(point).map { $0 + zero }
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension JSONNumber {
    /// Whether this came out of a computation. What was read or spelled keeps its digits.
    var isComputed: Bool { literalText == nil }

    /// The number with the other sign; a literal keeps its digits.
    var negated: JSONNumber {
        guard !isComputed else { return JSONNumber(-double) }
        let text = self.text
        if double == 0 { return JSONNumber(-double) }
        return JSONNumber(literal: text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text) ?? JSONNumber(-double)
    }
}
