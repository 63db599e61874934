/// A JSON value that is decoded on demand. Keys keep their order and numbers their digits.
///
/// A parsed value is `.text` until ``decoded()`` decodes one level of it; the values inside are `.text` again. A value that no
/// stage changes is therefore written with its original text.
public enum JSONValue: Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
    /// A validated value that is not decoded yet.
    case text(JSONText)

    /// Decodes one level of this value. The result is never `.text`.
    ///
    /// - Throws: ``JSONError`` for valid JSON that this type cannot represent: equal keys, half a surrogate pair. Its offset counts
    ///   from the start of this value, not from the start of the text that contains it.
    public func decoded() throws(JSONError) -> JSONValue {
        guard case .text(let text) = self else { return self }
        return try text.decoded()
    }

    /// An estimate of the length as text, in bytes. Includes the white space of undecoded values, and counts decoded values below the
    /// first level with a small constant.
    public var approximateByteCount: Int {
        switch self {
        case .text(let text): text.count
        case .string(let string): string.utf8.count + 8
        case .object(let object): object.approximateByteCount
        case .array(let elements): elements.indices.reduce(2) { $0 + 1 + elements[$1].approximateShallowByteCount }
        default: 24
        }
    }

    /// The length of an undecoded value in bytes; 0 for other values.
    var undecodedByteCount: Int {
        if case .text(let text) = self { text.count } else { 0 }
    }

    /// An estimate of the length as text, in bytes, with a small constant for decoded arrays and objects.
    var approximateShallowByteCount: Int {
        switch self {
        case .text(let text): text.count
        case .string(let string): string.utf8.count + 8
        default: 24
        }
    }

    /// The kind of this value, determined without decoding.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .text(let text): text.kind
        }
    }

    /// Finds a member like ``member(_:)`` and adds up the work.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - bytes: Increased by the length of this value if it is undecoded, because the lookup scans it.
    package func member(_ key: String, scannedBytes bytes: inout Int) throws(JSONError) -> JSONValue? {
        switch self {
        case .object(let object): return object[key]
        case .text(let text):
            bytes &+= text.count
            return try text.member(key)
        default: return nil
        }
    }

    /// Finds a member. The other members stay undecoded.
    ///
    /// - Parameter key: The key.
    /// - Returns: nil if there is no such member, or if this value is not an object.
    /// - Throws: ``JSONError`` if the key occurs twice, with an offset as in ``decoded()``.
    public func member(_ key: String) throws(JSONError) -> JSONValue? {
        switch self {
        case .object(let object): object[key]
        case .text(let text): try text.member(key)
        default: nil
        }
    }

    /// Finds several members. The other members stay undecoded.
    ///
    /// - Parameter keys: The keys.
    /// - Returns: A value for each key: nil for a missing member, all nil if this value is not an object.
    /// - Throws: ``JSONError`` if one of these keys occurs twice.
    package func members(_ keys: [String]) throws(JSONError) -> [JSONValue?] {
        guard case .text(let text) = self, keys.count > Self.maxLinearLookups else {
            var found: [JSONValue?] = []
            for key in keys { found.append(try member(key)) }
            return found
        }
        return try text.members(keys)
    }

    /// The largest number of members that are looked up one by one. Each lookup scans all keys, but decodes none.
    private static let maxLinearLookups = 12

    /// The string, or nil for other kinds of values and for strings that cannot be decoded.
    public var string: String? {
        guard kind == .string, case .string(let string)? = try? decoded() else { return nil }
        return string
    }

    /// The number, or nil for other kinds of values.
    public var number: JSONNumber? {
        guard kind == .number, case .number(let number)? = try? decoded() else { return nil }
        return number
    }

    /// The boolean, or nil for other kinds of values.
    public var bool: Bool? {
        guard kind == .boolean, case .bool(let bool)? = try? decoded() else { return nil }
        return bool
    }

    /// The elements, or nil for other kinds of values.
    public var array: [JSONValue]? {
        guard kind == .array, case .array(let array)? = try? decoded() else { return nil }
        return array
    }

    /// The members, or nil for other kinds of values and for objects that cannot be decoded.
    public var object: JSONObject? {
        guard kind == .object, case .object(let object)? = try? decoded() else { return nil }
        return object
    }

    /// Whether this is null.
    public var isNull: Bool { kind == .null }
}

extension JSONValue: Equatable {
    /// Whether two values are equal: numbers by value, members in any order.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        guard left.kind == right.kind, let a = try? left.decoded(), let b = try? right.decoded() else { return false }
        switch (a, b) {
        case (.null, .null): return true
        case (.bool(let a), .bool(let b)): return a == b
        case (.number(let a), .number(let b)): return a == b
        case (.string(let a), .string(let b)): return sameBytes(a, b)
        case (.array(let a), .array(let b)): return a == b
        case (.object(let a), .object(let b)): return a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
        default: return false
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

/// The six kinds of JSON values.
public enum JSONKind: String, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}
