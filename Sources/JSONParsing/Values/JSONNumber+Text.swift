extension JSONNumber {
    /// An upper bound of the length of ``text`` in bytes.
    var maxTextBytes: Int {
        switch storage {
        case .integer: 20
        // A sign, 17 digits, and a point and an exponent or up to 15 zeros.
        case .floating: 40
        case .literal(let text): text.utf8.count
        }
    }

    /// Returns the shortest digits that read back as the same value, in the format of jq 1.7: with an exponent below `1e-4`, and where
    /// plain digits would end with more than fifteen zeros.
    static func shortestText(of value: Double) -> String {
        if value.isNaN { return "null" }
        let finite = max(-Double.greatestFiniteMagnitude, min(value, .greatestFiniteMagnitude))
        // Swift formats fractions in the same way.
        guard finite == finite.rounded() else { return finite.description }
        // Below 2^53 adjacent integers are different doubles, so all digits of the integer are needed.
        if abs(finite) < 0x1p53 { return finite == 0 && finite.sign == .minus ? "-0" : String(Int64(finite)) }
        let decimal = JSONDecimal(finite.description)
        let zeros = decimal.adjustedExponent + 1 - decimal.digits.count
        let maxZeros = 15
        guard zeros <= maxZeros else { return finite.description }
        return (decimal.isNegative ? "-" : "") + String(decoding: decimal.digits, as: UTF8.self) + String(repeating: "0", count: zeros)
    }
}
