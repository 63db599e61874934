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
