/// A number as digits and a power of ten, for numbers that a floating-point value cannot tell apart.
struct Decimal {
    let isNegative: Bool
    /// The digits, highest first, values 0 to 9; never empty. Leading zeros are gone, trailing ones are kept.
    let digits: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int

    /// Reads a number such as `-12.50e3`. Anything but digits, sign, point and exponent is not expected.
    init(_ text: String) {
        var digits: [UInt8] = []
        var fraction = 0
        var sawPoint = false
        var exponent = 0
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        while let byte = rest.popFirst() {
            if Lexer.isDigit(byte) {
                digits.append(byte - UInt8(ascii: "0"))
                if sawPoint { fraction += 1 }
            } else if byte == UInt8(ascii: ".") {
                sawPoint = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                exponent = Self.exponent(rest)
                break
            }
        }
        let leadingZeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(min(leadingZeros, max(0, digits.count - 1)))
        self.isNegative = isNegative
        self.digits = digits.isEmpty ? [0] : digits
        self.exponent = exponent - fraction
    }

    /// Exponents are held within a billion, as in jq; so sums of them cannot overflow.
    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let limit = 999_999_999
        var value = 0
        for byte in text where Lexer.isDigit(byte) { value = min(limit, value * 10 + Int(byte - UInt8(ascii: "0"))) }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    var isZero: Bool { digits.allSatisfy { $0 == 0 } }

    /// The power of ten of the first digit.
    private var magnitude: Int { exponent + digits.count - 1 }

    /// The canonical spelling: an exponent only where the number is large or very small.
    var text: String {
        let zero = UInt8(ascii: "0")
        var output: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        let limited = max(-999_999_999, min(magnitude, 999_999_999))
        if exponent <= 0, magnitude >= -6 {
            let point = digits.count + exponent
            if point <= 0 {
                output += "0.".utf8
                output += repeatElement(zero, count: -point)
                output += digits.map { $0 + zero }
            } else {
                output += digits.prefix(point).map { $0 + zero }
                if exponent < 0 { output += [UInt8(ascii: ".")] + digits.dropFirst(point).map { $0 + zero } }
            }
        } else {
            output.append(digits[0] + zero)
            if digits.count > 1 { output += [UInt8(ascii: ".")] + digits.dropFirst().map { $0 + zero } }
            output += "E\(limited < 0 ? "-" : "+")\(abs(limited))".utf8
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Integers from here on have a key with an exponent.
    static let plainKeyBound: UInt64 = 1_000_000_000_000_000_000

    /// A text that is equal for equal values: `1`, `1.0` and `10e-1` give `1`, and `0.50` gives `5e-1`.
    var key: String {
        if isZero { return "0" }
        let kept = digits.count - digits.reversed().prefix { $0 == 0 }.count
        let mantissa = String(decoding: digits.prefix(kept).map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        let sign = isNegative ? "-" : ""
        let power = exponent + digits.count - kept
        if power >= 0, kept + power <= 18 { return sign + mantissa + String(repeating: "0", count: power) }
        return "\(sign)\(mantissa)e\(power)"
    }

    /// -1, 0 or 1 as this number is smaller than, equal to or greater than another.
    func compared(to other: Decimal) -> Int {
        if isZero || other.isZero {
            if isZero && other.isZero { return 0 }
            return isZero ? (other.isNegative ? 1 : -1) : (isNegative ? -1 : 1)
        }
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let sign = isNegative ? -1 : 1
        if magnitude != other.magnitude { return magnitude < other.magnitude ? -sign : sign }
        for place in 0..<max(digits.count, other.digits.count) {
            let left = place < digits.count ? digits[place] : 0
            let right = place < other.digits.count ? other.digits[place] : 0
            if left != right { return left < right ? -sign : sign }
        }
        return 0
    }
}
