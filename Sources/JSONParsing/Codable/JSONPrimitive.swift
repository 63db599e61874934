/// A type that maps to one scalar JSON value, such as `Int` or `String`.
protocol JSONPrimitive {
    /// The accepted JSON with its article, such as "a string", for messages.
    static var expectation: String { get }
    /// - Returns: nil if the value is of another kind or outside of the type's range.
    init?(json: JSONValue)
    /// The JSON form; nil if the value has none.
    var json: JSONValue? { get }
}

extension Bool: JSONPrimitive {
    static var expectation: String { "true or false" }
    init?(json: JSONValue) {
        guard let bool = json.bool else { return nil }
        self = bool
    }
    var json: JSONValue? { .bool(self) }
}

extension String: JSONPrimitive {
    static var expectation: String { "a string" }
    init?(json: JSONValue) {
        guard let string = json.string else { return nil }
        self = string
    }
    var json: JSONValue? { .string(self) }
}

extension Double: JSONPrimitive {
    static var expectation: String { "a number within ±\(greatestFiniteMagnitude)" }
    init?(json: JSONValue) {
        guard let double = json.number?.double, double.isFinite else { return nil }
        self = double
    }
    /// JSON has no infinity and no NaN (RFC 8259, section 6).
    var json: JSONValue? { isFinite ? .number(JSONNumber(self)) : nil }
}

extension Float: JSONPrimitive {
    static var expectation: String { "a number within ±\(greatestFiniteMagnitude)" }
    init?(json: JSONValue) {
        // From the text: rounding to Double first, then to Float, may give a neighbouring value.
        guard let text = json.number?.text, let float = Float(text), float.isFinite else { return nil }
        self = float
    }
    /// Uses the shortest digits of the `Float`; those of the equal `Double` are longer.
    var json: JSONValue? {
        guard isFinite else { return nil }
        let isWhole = self == rounded(.towardZero)
        return isWhole ? .number(JSONNumber(Double(self))) : JSONNumber(literal: "\(self)").map { .number($0) }
    }
}

extension JSONPrimitive where Self: FixedWidthInteger {
    static var expectation: String { "an integer from \(Self.min) to \(Self.max)" }
    init?(json: JSONValue) {
        guard let number = json.number else { return nil }
        if let integer = number.int64.flatMap({ Self(exactly: $0) }) {
            self = integer
        } else if let integer = number.uint64.flatMap({ Self(exactly: $0) }) {
            self = integer
        } else {
            return nil
        }
    }
    var json: JSONValue? { .number(JSONNumber(self)) }
}

extension Int: JSONPrimitive {}
extension Int8: JSONPrimitive {}
extension Int16: JSONPrimitive {}
extension Int32: JSONPrimitive {}
extension Int64: JSONPrimitive {}
extension UInt: JSONPrimitive {}
extension UInt8: JSONPrimitive {}
extension UInt16: JSONPrimitive {}
extension UInt32: JSONPrimitive {}
extension UInt64: JSONPrimitive {}
