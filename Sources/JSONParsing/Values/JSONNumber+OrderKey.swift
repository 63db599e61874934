extension JSONNumber {
    /// Where a number lies beside the digits of the nearest `Double`, as a byte of an order key.
    private enum Side: UInt8 { case below = 1, equal, above }

    /// Literals with up to this many digits are the shortest text of their `Double`, if it is neither huge nor tiny.
    private static let maxExactDigits = 15

    /// Appends bytes whose order is that of the values: those of the nearest `Double`, then whether the digits are below or above it, and
    /// if so, the digits. Equal values have equal bytes; NaN comes first.
    ///
    /// - Parameter bytes: Gets 9 bytes more, or as many as a number has digits that `Double` has not.
    package func appendOrderKey(to bytes: inout [UInt8]) {
        let double = self.double
        let bits = double.bitPattern
        // Negative numbers have larger bit patterns than positive ones, and the larger, the smaller they are. -0 is 0.
        let ordered: UInt64 = double.isNaN ? 0 : double == 0 ? 1 << 63 : bits >> 63 == 0 ? bits | 1 << 63 : ~bits
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: ordered >> shift)) }
        guard let decimal = decimalBesideDouble(double) else { return bytes.append(Side.equal.rawValue) }
        // A literal beyond the range of Double is finite, although `double` is infinite.
        let order = double.isInfinite ? (double > 0 ? -1 : 1) : decimal.compared(to: JSONDecimal(JSONNumber(double).exactText))
        guard order != 0 else { return bytes.append(Side.equal.rawValue) }
        bytes.append((order < 0 ? Side.below : .above).rawValue)
        decimal.appendOrderKey(to: &bytes)
    }

    /// The digits of a literal that may differ from those of the nearest `Double`; nil if they do not.
    private func decimalBesideDouble(_ double: Double) -> JSONDecimal? {
        switch storage {
        case .floating: return nil
        case .integer(let value) where value.magnitude <= 1 << 53: return nil
        case .integer: return JSONDecimal(text)
        case .literal(let text):
            let decimal = JSONDecimal(text)
            let isPlain = 1e-300 < double.magnitude && double.magnitude < 0x1p53 && decimal.digits.count <= Self.maxExactDigits
            return isPlain ? nil : decimal
        }
    }
}

extension JSONDecimal {
    /// Appends bytes whose order is that of decimals with the same sign: the exponent, the digits and an end, all of them complemented if
    /// the number is negative.
    fileprivate func appendOrderKey(to bytes: inout [UInt8]) {
        let mask: UInt8 = isNegative ? 0xFF : 0
        let exponent = UInt64(bitPattern: Int64(adjustedExponent)) ^ 1 << 63
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: exponent >> shift) ^ mask) }
        for digit in digits { bytes.append(digit ^ mask) }
        bytes.append(mask)
    }
}
