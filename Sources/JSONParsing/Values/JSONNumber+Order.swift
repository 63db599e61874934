extension JSONNumber: Equatable, Hashable, Comparable {
    /// Whether two numbers have the same value, such as `1` and `1.0`. Compares the decimal digits, so numbers that round to the same
    /// `Double` may differ. A computed number has the value of its ``text``; NaN is unequal to itself.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.compared(to: right) == 0 }

    /// Whether this number is smaller, compared as exactly as `==`. Always false if one of the two is NaN.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.compared(to: right).map { $0 < 0 } ?? false }

    /// Hashes the nearest `Double`, which is the same for equal values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(double)
    }

    /// Compares the exact values.
    ///
    /// - Returns: -1, 0 or 1 if this number is smaller than, equal to or greater than `other`; nil if one of them is NaN.
    package func compared(to other: JSONNumber) -> Int? {
        if case .integer(let a) = storage, case .integer(let b) = other.storage { return a < b ? -1 : a > b ? 1 : 0 }
        let a = double
        let b = other.double
        // Rounding to Double keeps the order. Only if both round to the same value, the digits decide.
        if a < b { return -1 }
        if a > b { return 1 }
        if a.isNaN || b.isNaN { return nil }
        if case .floating = storage, case .floating = other.storage { return 0 }
        // A literal beyond the range of Double is finite, although `double` is infinite.
        if isInfinite || other.isInfinite { return (a > 0 ? 1 : -1) * ((isInfinite ? 1 : 0) - (other.isInfinite ? 1 : 0)) }
        return JSONDecimal(exactText).compared(to: JSONDecimal(other.exactText))
    }

    private var isInfinite: Bool {
        if case .floating(let value) = storage { return value.isInfinite }
        return false
    }

    /// The digits to compare: all digits of a computed integer, the shortest digits of a computed fraction, otherwise the literal.
    private var exactText: String {
        guard case .floating(let value) = storage else { return text }
        return UInt64(exactly: value.magnitude).map { (value < 0 ? "-" : "") + String($0) } ?? value.description
    }
}
