import JSONParsing

/// Numbers as words in jq's order: smaller numbers have smaller words, equal numbers have equal words.
enum NumberBits {
    /// The word of NaN, which comes before all numbers.
    static let nan: UInt64 = 0

    /// Digits up to which two decimal numbers with the same `Double` are equal.
    private static let exactDigits = 15

    /// The word of a value; nil unless it is a number whose order the nearest `Double` decides.
    @inline(__always)
    static func of(_ value: JSONValue) -> UInt64? {
        guard case .number(let number) = value else { return nil }
        if let integer = number.storedInteger { return integer.magnitude <= 1 << 53 ? of(Double(integer)) : nil }
        guard let text = number.literalText else { return of(number.double) }
        let double = number.double
        guard text.utf8.count <= exactDigits, double.isNormal || isZero(text) else { return nil }
        return of(double)
    }

    private static func isZero(_ text: String) -> Bool { text.utf8.allSatisfy { [0x2D, 0x2E, 0x30].contains($0) } }

    @inline(__always)
    private static func of(_ value: Double) -> UInt64 {
        if value.isNaN { return nan }
        // The sum turns -0 into 0.
        let bits = (value + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}
