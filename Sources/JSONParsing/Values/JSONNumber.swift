/// A JSON number that keeps its original digits.
///
/// Most numbers are stored as `Int64` or `Double`. Literals that these types would change (`1.0`, `1e400`, thirty digits) are stored
/// as text.
public struct JSONNumber: Sendable {
    enum Storage: Sendable {
        case integer(Int64)
        case floating(Double)
        /// A literal that a scanner has validated.
        case literal(String)
    }

    let storage: Storage

    /// Makes a number from an integer.
    public init(_ value: some FixedWidthInteger) {
        if let exact = Int64(exactly: value) {
            storage = .integer(exact)
        } else {
            storage = .literal(String(value))
        }
    }

    /// Makes a number from a floating-point value. It is written in the shortest form that reads back as the same value.
    public init(_ value: Double) {
        storage = .floating(value)
    }

    /// Parses a number.
    ///
    /// - Parameter literal: A number as in RFC 8259, section 6.
    /// - Returns: nil for any other text.
    public init?(literal: String) {
        var scanner = JSONScanner()
        let bytes = Array(literal.utf8)
        var position = 0
        guard let first = bytes.first, first == UInt8(ascii: "-") || (first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")),
            let early = try? scanner.next(in: bytes.span, at: &position) ?? scanner.finish(), early == .number,
            scanner.tokenEnd == bytes.count
        else { return nil }
        self.init(checked: literal)
    }

    /// Makes a number from a literal that a scanner has validated.
    init(checked literal: String) {
        if literal.utf8.count <= 19, let value = Int64(literal), literal != "-0" {
            storage = .integer(value)
        } else {
            storage = .literal(literal)
        }
    }

    /// The length of a literal that is stored as text, in bytes; 0 for other numbers.
    package var literalByteCount: Int {
        if case .literal(let text) = storage { text.utf8.count } else { 0 }
    }

    /// The value as a signed integer, or nil if it is not exactly one. `1.0` and `10e-1` are 1.
    public var int64: Int64? {
        switch storage {
        case .integer(let value): value
        case .floating(let value): Int64(exactly: value)
        case .literal(let text): Int64(text) ?? JSONDecimal(text).int64
        }
    }

    /// The value as an unsigned integer, or nil if it is not exactly one.
    public var uint64: UInt64? {
        switch storage {
        case .integer(let value): UInt64(exactly: value)
        case .floating(let value): UInt64(exactly: value)
        case .literal(let text): UInt64(text) ?? JSONDecimal(text).uint64
        }
    }

    /// The nearest floating-point value; infinite for a literal beyond its range.
    public var double: Double {
        switch storage {
        case .integer(let value): Double(value)
        case .floating(let value): value
        case .literal(let text): Double(text) ?? .nan
        }
    }

    /// The number as JSON text: the original digits, or the shortest ones for a computed value.
    ///
    /// JSON has no infinities and no NaN: an infinity becomes the largest finite number, NaN becomes null.
    public var text: String {
        switch storage {
        case .integer(let value): String(value)
        case .floating(let value): Self.shortestText(of: value)
        case .literal(let text): text
        }
    }

    /// The digits of a number made from an integer or text; nil for a computed floating-point value.
    package var literalText: String? {
        if case .floating = storage { return nil }
        return text
    }

    /// The value if it is stored as `Int64`. Fast, but nil for integers stored in another way: ``int64`` finds these, too.
    package var storedInteger: Int64? {
        if case .integer(let value) = storage { return value }
        return nil
    }
}

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
    var exactText: String {
        guard case .floating(let value) = storage else { return text }
        return UInt64(exactly: value.magnitude).map { (value < 0 ? "-" : "") + String($0) } ?? value.description
    }
}

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
