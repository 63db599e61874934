import JSONParsing
@testable import JSONQuery
import Testing

@Suite("Order keys") struct OrderKeyTests {
    /// JSON texts of values that are hard to tell apart. Computed numbers stand in ``computed``.
    private static let texts = [
        "null", "false", "true", "-1e400", "-1.7976931348623157e308", "-1e300", "-12345678901234567890", "-9007199254740993",
        "-9007199254740992", "-1.55", "-1.5", "-1", "-1.00000000000000000001", "-0.99999999999999999999", "-1e-320", "-1e-400", "-0", "0",
        "0.0", "1e-400", "2e-400", "5e-324", "1e-320", "1.1e-320", "0.1", "0.10000000000000000001", "0.09999999999999999999", "1", "1.0",
        "10e-1", "1.00000000000000000001", "2", "9007199254740992", "9007199254740993", "9007199254740993.0", "9007199254740993.5",
        "9223372036854775807", "9223372036854775808", "12345678901234567890", "1234567890123450000", "123456789012345e4", "1e22", "1e23",
        "99999999999999991611392", "1e308", "1e400", "1.1e400", #""""#, #""\u0000""#, #""\u0000\u0000""#, #""a""#, #""a\u0000""#,
        #""a\u0000b""#, #""a\u0001""#, #""ab""#, #""b""#, #""é""#, #""e\u0301""#, #""\uffff""#, #""😀""#, "[]", "[null]", "[[]]", "[1]",
        "[1,2]",
        "[1,[2]]", #"["a"]"#, #"["a",1]"#, #"["a\u0000"]"#, #"["ab"]"#, "{}", #"{"a":1}"#, #"{"a":2}"#, #"{"a":1,"b":0}"#,
        #"{"b":0,"a":1}"#,
        #"{"a":{"b":1}}"#, #"{"b":1}"#, #"{"":1}"#, #"{"ab":1}"#, #"{"a\u0000":1}"#,
    ]

    /// Computed numbers, which have no digits of their own.
    private static let computed: [Double] = [0.1, 1, -1.5, 0x1p53, 1e22, 1e300, -.infinity, .infinity, 3, .leastNonzeroMagnitude * 2024]

    private static func key(_ value: JSONValue) throws -> [UInt8] {
        var bytes: [UInt8] = [7]
        try JSONOrderKey.append(value, to: &bytes, limit: 1000)
        return Array(bytes.dropFirst())
    }

    private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int { a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1 }

    @Test("have jq's order of the values, and no key begins with another one") func order() throws {
        let values = try Self.texts.map { try JSONValue(parsing: $0) }
        let keys = try values.map(Self.key)
        for a in values.indices {
            for b in values.indices {
                let expected = try JSONValue.jqOrder(values[a], values[b]).signum()
                #expect(Self.order(keys[a], keys[b]) == expected, "\(Self.texts[a]) and \(Self.texts[b])")
                #expect(keys[a] == keys[b] || !keys[b].starts(with: keys[a]), "\(Self.texts[a]) and \(Self.texts[b])")
            }
        }
    }

    @Test("of computed numbers are those of their texts") func computedNumbers() throws {
        let literals = try (Self.texts.map { try JSONValue(parsing: $0) }).filter { $0.kind == .number }
        for double in Self.computed {
            let number = JSONNumber(double)
            let key = try Self.key(.number(number))
            for literal in literals {
                let other = try #require(literal.number)
                let expected = try #require(number.compared(to: other))
                #expect(Self.order(key, try Self.key(literal)) == expected, "\(double) and \(literal.compactText)")
            }
        }
        let nan = try Self.key(.number(JSONNumber(Double.nan)))
        #expect(try nan == Self.key(.number(JSONNumber(-Double.nan))))
        #expect(try Self.order(Self.key(true), nan) == -1 && Self.order(nan, Self.key(.number(JSONNumber(-Double.infinity)))) == -1)
    }

    @Test("are limited in length, also where a value shares its storage") func limit() throws {
        var value: JSONValue = [0]
        for _ in 0..<60 { value = [value, value] }
        #expect(throws: JSONOrderKey.TooLong(limit: 1000)) { try Self.key(value) }
        #expect(throws: JSONOrderKey.TooLong(limit: 1000)) { try Self.key(.string(String(repeating: "x", count: 998))) }
        #expect(try Self.key(.string(String(repeating: "x", count: 997))).count == 1000)
        #expect(throws: JSONError.self) { try Self.key(JSONValue(parsing: #"{"a":1,"a":2}"#)) }
    }
}
