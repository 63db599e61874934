extension JSONDecimal {
    /// The scientific string of General Decimal Arithmetic ("to-scientific-string"). Keeps trailing zeros, and has an exponent only for
    /// very small numbers and for numbers with a positive exponent.
    package var text: String {
        let zero = UInt8(ascii: "0")
        let point = UInt8(ascii: ".")
        let written = writtenDigits
        let firstExponent = exponent + written.count - 1
        var output: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        if exponent <= 0, firstExponent >= -6 {
            let integerDigits = firstExponent + 1
            if integerDigits <= 0 {
                output += [zero, point]
                output += repeatElement(zero, count: -integerDigits)
                output += written
            } else {
                output += written.prefix(integerDigits)
                if exponent < 0 { output += [point] + written.dropFirst(integerDigits) }
            }
        } else {
            output += written.prefix(1)
            if written.count > 1 { output += [point] + written.dropFirst() }
            let limited = max(-Self.maxWrittenExponent, min(firstExponent, Self.maxWrittenExponent))
            output += "E\(limited < 0 ? "-" : "+")\(abs(limited))".utf8
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A canonical text, the same for equal values: `1`, `1.0` and `10e-1` give `1`; `0.50` gives `5e-1`.
    package var key: String {
        if digits.isEmpty { return "0" }
        let mantissa = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        let power = adjustedExponent + 1 - digits.count
        return power >= 0 && adjustedExponent < Self.maxPlainKeyDigits
            ? mantissa + String(repeating: "0", count: power) : "\(mantissa)e\(power)"
    }

    /// The limit of digits of a ``key`` without an exponent.
    package static var maxPlainKeyDigits: Int { 18 }

    /// The digits of the literal without leading zeros; a single zero for zero.
    private var writtenDigits: [UInt8] {
        let zero = UInt8(ascii: "0")
        if digits.isEmpty { return [zero] }
        return Array(digits) + repeatElement(zero, count: adjustedExponent + 1 - exponent - digits.count)
    }

    /// The largest exponent in a text, as in jq.
    private static var maxWrittenExponent: Int { 999_999_999 }
}
