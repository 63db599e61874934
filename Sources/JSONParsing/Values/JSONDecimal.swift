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
