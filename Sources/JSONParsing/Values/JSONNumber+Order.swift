extension JSONNumber: Equatable, Hashable, Comparable {
    /// Whether two numbers have the same value, however they are written: decided on the digits, so that numbers that no `Double`
    /// can tell apart differ. A computed number has the value of the digits it is written with; NaN is unlike itself.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.compared(to: right) == 0 }

    /// Order by value, with the same exactness as equality. NaN has no place in it.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.compared(to: right).map { $0 < 0 } ?? false }

    /// Equal values feed the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(double)
    }

    /// Compares the values exactly.
    ///
    /// - Returns: -1, 0 or 1 as this number is smaller than, equal to or greater than the other; nil if one of them is NaN.
    package func compared(to other: JSONNumber) -> Int? {
        if case .integer(let a) = storage, case .integer(let b) = other.storage { return a < b ? -1 : a > b ? 1 : 0 }
        let a = double
        let b = other.double
        // Rounding to a floating-point value keeps the order, so only equal ones leave the digits to decide.
        if a < b { return -1 }
        if a > b { return 1 }
        if a.isNaN || b.isNaN { return nil }
        if case .floating = storage, case .floating = other.storage { return 0 }
        // A literal beyond the range of floating-point values is no infinity.
        if isInfinite || other.isInfinite { return (a > 0 ? 1 : -1) * ((isInfinite ? 1 : 0) - (other.isInfinite ? 1 : 0)) }
        return JSONDecimal(exactText).compared(to: JSONDecimal(other.exactText))
    }

    private var isInfinite: Bool {
        if case .floating(let value) = storage { return value.isInfinite }
        return false
    }

    /// Digits that stand for the value: of a computed one all of them if it is an integer, otherwise the shortest that read back.
    private var exactText: String {
        guard case .floating(let value) = storage else { return text }
        return UInt64(exactly: value.magnitude).map { (value < 0 ? "-" : "") + String($0) } ?? value.description
    }
}
