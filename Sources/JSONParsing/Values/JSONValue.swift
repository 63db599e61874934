/// A JSON value: keys in order, numbers as written, and what nobody has asked for not decoded.
///
/// A value that was read is `.text` until ``decoded()`` is called on it, and what it contains is `.text` again. So a value
/// that no one touches is written as it was read.
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
    /// A value that was checked and not decoded yet.
    case text(JSONText)

    /// This value, decoded one level deep; never `.text`.
    ///
    /// - Throws: ``JSONError`` for what is valid JSON and yet has no faithful value here: equal keys, half a surrogate pair. Its
    ///   offset counts from the start of this value as it was read, not from the start of the text that it stands in: the
    ///   value does not know where it came from.
    public func decoded() throws(JSONError) -> JSONValue {
        guard case .text(let text) = self else { return self }
        return try text.decoded()
    }

    /// About how long the value is as text, in bytes; white space counts where it was read with some, and what lies deeper than one
    /// level counts little.
    public var approximateByteCount: Int {
        switch self {
        case .text(let text): text.count
        case .string(let string): string.utf8.count + 8
        case .object(let object): object.approximateByteCount
        case .array(let elements): elements.indices.reduce(2) { $0 + 1 + elements[$1].approximateShallowByteCount }
        default: 24
        }
    }

    /// The length of a text that was never decoded, in bytes; 0 for other values.
    var undecodedByteCount: Int {
        if case .text(let text) = self { text.count } else { 0 }
    }

    var approximateShallowByteCount: Int {
        switch self {
        case .text(let text): text.count
        case .string(let string): string.utf8.count + 8
        default: 24
        }
    }

    /// What kind of value this is. Costs nothing, decoded or not.
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

    /// The value of a member, as ``member(_:)`` gives it.
    ///
    /// - Parameter bytes: Grows by the length of a value that was not decoded yet, and so had to be gone through.
    package func member(_ key: String, scannedBytes bytes: inout Int) throws(JSONError) -> JSONValue? {
        switch self {
        case .object(let object): return object[key]
        case .text(let text):
            bytes &+= text.count
            return try text.member(key)
        default: return nil
        }
    }

    /// The value of a member, or nil if there is none or this is no object. The other members stay undecoded.
    ///
    /// - Throws: ``JSONError`` as ``decoded()``, with an offset that counts as there.
    public func member(_ key: String) throws(JSONError) -> JSONValue? {
        switch self {
        case .object(let object): object[key]
        case .text(let text): try text.member(key)
        default: nil
        }
    }

    /// The values of some members, nil for each that is not there; all nil if this is no object. The other members stay undecoded.
    ///
    /// - Throws: ``JSONError`` if one of these keys stands twice.
    package func members(_ keys: [String]) throws(JSONError) -> [JSONValue?] {
        guard case .text(let text) = self, keys.count > Self.maxLinearLookups else {
            var found: [JSONValue?] = []
            for key in keys { found.append(try member(key)) }
            return found
        }
        return try text.members(keys)
    }

    /// Up to so many members are looked up one by one, which reads all keys of an object each time, and decodes none.
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

    /// The value as JSON without white space.
    public var compactText: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue: Equatable {
    /// Whether two values mean the same: numbers by value, members in any order.
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
