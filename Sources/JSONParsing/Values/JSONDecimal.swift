/// The exact decimal value of a literal, with any number of digits.
///
/// - SeeAlso: [General Decimal Arithmetic](https://speleotrove.com/decimal/damodel.html), for "exponent" and "adjusted exponent"
package struct JSONDecimal: Sendable {
    /// The limit of exponents, so that no sum overflows. Larger exponents are clamped.
    private static let maxExponent = 1 << 56

    let isNegative: Bool
    /// The digits in ASCII without leading and trailing zeros; empty for zero.
    let digits: ArraySlice<UInt8>
    /// The power of ten of the first digit in `digits`.
    let adjustedExponent: Int
    /// The power of ten of the last digit in the literal, which may be a zero.
    let exponent: Int

    /// Parses a literal.
    ///
    /// - Parameter literal: Digits with sign, point and exponent, such as `-12.50e3`. Also accepts `.5`, `1.` and `007`, which are not
    ///   JSON.
    package init(_ literal: String) {
        var digits: [UInt8] = []
        var integerDigits: Int?
        var writtenExponent = 0
        var rest = literal.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: "."): integerDigits = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                writtenExponent = Self.parsedExponent(rest)
                rest = rest.suffix(0)
            default: break
            }
        }
        isNegative = literal.utf8.first == UInt8(ascii: "-")
        let zero = UInt8(ascii: "0")
        let first = digits.firstIndex { $0 != zero } ?? digits.count
        let end = (digits.lastIndex { $0 != zero } ?? first - 1) + 1
        self.digits = digits[first..<end]
        let integerCount = integerDigits ?? digits.count
        adjustedExponent = integerCount - 1 - first + writtenExponent
        exponent = integerCount - digits.count + writtenExponent
    }

    private static func parsedExponent(_ text: Substring.UTF8View) -> Int {
        var value = 0
        for byte in text where byte >= UInt8(ascii: "0") { value = min(maxExponent, value * 10 + Int(byte - UInt8(ascii: "0"))) }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    /// The value as `UInt64`; nil if it does not fit exactly. Takes constant time, whatever the exponent.
    var uint64: UInt64? {
        guard let absolute = absoluteInteger else { return nil }
        return isNegative && absolute > 0 ? nil : absolute
    }

    /// The value as `Int64`; nil if it does not fit exactly.
    var int64: Int64? {
        guard let absolute = absoluteInteger else { return nil }
        guard isNegative else { return Int64(exactly: absolute) }
        return absolute == Int64.min.magnitude ? .min : Int64(exactly: absolute).map { -$0 }
    }

    private var absoluteInteger: UInt64? {
        if digits.isEmpty { return 0 }
        let maxDigits = 20
        guard adjustedExponent < maxDigits, digits.count <= adjustedExponent + 1 else { return nil }
        var value: UInt64 = 0
        for place in 0...adjustedExponent {
            let digit = place < digits.count ? digits[digits.startIndex + place] - UInt8(ascii: "0") : 0
            let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
            if productOverflows || sumOverflows { return nil }
            value = sum
        }
        return value
    }

    /// Returns -1, 0 or 1 if this number is smaller than, equal to or greater than `other`.
    package func compared(to other: JSONDecimal) -> Int {
        if sign != other.sign { return sign < other.sign ? -1 : 1 }
        if digits.isEmpty { return 0 }
        if adjustedExponent != other.adjustedExponent { return adjustedExponent < other.adjustedExponent ? -sign : sign }
        if digits == other.digits { return 0 }
        return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}

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
