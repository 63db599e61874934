extension JSONNumber {
    /// Whether the value has no fraction. `1.0` and `1e400` have none.
    package var isInteger: Bool {
        if storedInteger != nil { return true }
        return double.isNaN ? false : JSONDecimal(exactText).isInteger
    }

    /// Whether the number can be a divisor of ``isMultiple(of:)``: it is positive, and has at most ``maxDivisorDigits`` digits.
    package var isDivisor: Bool {
        let decimal = JSONDecimal(exactText)
        return decimal.divisor != nil && !decimal.isNegative
    }

    /// The limit of digits of a divisor, so that its remainders fit 64 bits.
    package static var maxDivisorDigits: Int { JSONDecimal.maxDivisorDigits }

    /// Whether the value is an integer times a divisor. Computes with decimal digits: `1.1` is a multiple of `0.1`.
    ///
    /// - Parameter divisor: A number that ``isDivisor``. Other numbers have no multiples but 0.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if let value = storedInteger, let divisor = divisor.storedInteger, divisor > 0 { return value % divisor == 0 }
        return double.isNaN ? false : JSONDecimal(exactText).isMultiple(of: JSONDecimal(divisor.exactText))
    }
}

extension JSONDecimal {
    static let maxDivisorDigits = 18

    /// The power of ten of the last digit in ``digits``.
    private var lowestExponent: Int { adjustedExponent + 1 - digits.count }

    var isInteger: Bool { digits.isEmpty || lowestExponent >= 0 }

    /// The digits as a number; nil for zero, and for too many digits.
    var divisor: UInt64? {
        guard !digits.isEmpty, digits.count <= Self.maxDivisorDigits else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt64($1 & 0x0F) }
    }

    /// Whether the value is an integer times `other`.
    func isMultiple(of other: JSONDecimal) -> Bool {
        if digits.isEmpty { return true }
        // Neither number has zeros at its end, so a negative power means that the quotient has a fraction.
        let power = lowestExponent - other.lowestExponent
        guard power >= 0, let divisor = other.divisor else { return false }
        let rest = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1 & 0x0F)) % divisor }
        return Self.product(rest, Self.powerOfTen(power, modulo: divisor), modulo: divisor) == 0
    }

    private static func powerOfTen(_ exponent: Int, modulo divisor: UInt64) -> UInt64 {
        var result = 1 % divisor
        var square = 10 % divisor
        var left = exponent
        while left > 0 {
            if left & 1 == 1 { result = product(result, square, modulo: divisor) }
            square = product(square, square, modulo: divisor)
            left >>= 1
        }
        return result
    }

    private static func product(_ a: UInt64, _ b: UInt64, modulo divisor: UInt64) -> UInt64 {
        divisor.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
    }
}
