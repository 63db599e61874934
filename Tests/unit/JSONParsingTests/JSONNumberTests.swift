import JSONParsing
import Testing

@Suite("JSON numbers") struct JSONNumberTests {
    @Test(
        "are written in the shortest form that reads back",
        arguments: [
            (0.1, "0.1"), (1.0, "1"), (.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0"), (-1.5, "-1.5"), (1e15, "1000000000000000"),
            (1_700_000_000_123_000, "1700000000123000"), (0x1p53, "9007199254740992"), (-0x1p53, "-9007199254740992"),
            (0x1p53 + 2, "9007199254740994"), (1e16, "1e+16"), (1.2e16, "12000000000000000"), (1e17, "1e+17"), (1.5e17, "1.5e+17"),
            (123_456_789_012_345_683_968, "123456789012345680000"), (1.2345678901234568e35, "1.2345678901234568e+35"), (1e100, "1e+100"),
            (1e-4, "0.0001"), (0.00012, "0.00012"), (1e-5, "1e-05"), (1e-7, "1e-07"), (-1.5e-7, "-1.5e-07"), (123.456, "123.456"),
            (Double.infinity, "1.7976931348623157e+308"), (Double.nan, "null"),
        ])
    func shortest(_ value: Double, _ text: String) {
        #expect(JSONNumber(value).text == text)
    }

    @Test(
        "keep digits that Int64 and Double cannot represent",
        arguments: ["1.0", "-0", "1E400", "123456789012345678901234567890", "9223372036854775808", "1.10"])
    func literals(_ text: String) {
        #expect(JSONNumber(literal: text)?.text == text)
    }

    struct Integers: CustomTestStringConvertible {
        let text: String
        let int64: Int64?
        let uint64: UInt64?
        var testDescription: String { text }
    }

    static let integers = [
        Integers(text: "18446744073709551615", int64: nil, uint64: .max), Integers(text: "18446744073709551616", int64: nil, uint64: nil),
        Integers(text: "9223372036854775807", int64: .max, uint64: 9_223_372_036_854_775_807),
        Integers(text: "9223372036854775808", int64: nil, uint64: 9_223_372_036_854_775_808),
        Integers(text: "-9223372036854775808", int64: .min, uint64: nil), Integers(text: "-9223372036854775809", int64: nil, uint64: nil),
        Integers(text: "-9223372036854775808.0", int64: .min, uint64: nil),
        Integers(text: "-92233720368547758080e-1", int64: .min, uint64: nil),
        Integers(text: "9007199254740993.0", int64: 9_007_199_254_740_993, uint64: 9_007_199_254_740_993),
        Integers(text: "1.00000000000000000001", int64: nil, uint64: nil), Integers(text: "1.5", int64: nil, uint64: nil),
        Integers(text: "1.0", int64: 1, uint64: 1), Integers(text: "-1.0", int64: -1, uint64: nil),
        Integers(text: "12.50e1", int64: 125, uint64: 125),
        Integers(text: "1200e-2", int64: 12, uint64: 12), Integers(text: "1205e-2", int64: nil, uint64: nil),
        Integers(text: "0.001E+3", int64: 1, uint64: 1), Integers(text: "1e19", int64: nil, uint64: 10_000_000_000_000_000_000),
        Integers(text: "1e20", int64: nil, uint64: nil), Integers(text: "-0", int64: 0, uint64: 0),
        Integers(text: "-0.0", int64: 0, uint64: 0),
        Integers(text: "0e1000000000", int64: 0, uint64: 0), Integers(text: "1e1000000000", int64: nil, uint64: nil),
        Integers(text: "1e-1000000000", int64: nil, uint64: nil), Integers(text: "1e99999999999999999999999999", int64: nil, uint64: nil),
        Integers(text: "-1e-99999999999999999999999999", int64: nil, uint64: nil),
    ]

    @Test("convert to integers only if exact", arguments: integers) func givesIntegers(_ example: Integers) throws {
        let number = try #require(JSONNumber(literal: example.text))
        #expect(number.int64 == example.int64)
        #expect(number.uint64 == example.uint64)
    }

    @Test("are made of integers of all sizes") func made() {
        #expect(JSONNumber(Int64.min).text == "-9223372036854775808")
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(-1.0).int64 == -1)
        #expect(JSONNumber(0.5).int64 == nil)
    }

    /// Groups of equal numbers in ascending order.
    static let ascending: [[JSONNumber]] = [
        [JSONNumber(-Double.infinity)], literals("-2e400"), literals("-1e400", "-10e399"), [JSONNumber(-1.5)] + literals("-1.50"),
        literals("-1e-400"), literals("0", "-0", "0.0", "0e9", "-0e99999999999999999999") + [JSONNumber(-0.0), JSONNumber(0)],
        literals("1e-99999999999999999999", "1e-88888888888888888888"), literals("1e-400"), literals("1e-399"),
        [JSONNumber(0.1)] + literals("0.1", "1e-1"),
        literals("0.1000000000000000055511151231257827"), [JSONNumber(1)] + literals("1", "1.0", "10E-1"),
        literals("1.00000000000000000001"),
        [JSONNumber(9_007_199_254_740_992), JSONNumber(9_007_199_254_740_992.0)] + literals("9007199254740992.0"),
        [JSONNumber(9_007_199_254_740_993)] + literals("9007199254740993.0"),
        [JSONNumber(1 << 60), JSONNumber(Double(1 << 60))] + literals("1152921504606846976"), literals("1.152921504606847e18"),
        literals("123456789012345678901234567890"), literals("123456789012345678901234567891"),
        literals("1e300", "10e299") + [JSONNumber(1e300)], literals("1e400"), literals("1e1000000000"), literals("2e1000000000"),
        [JSONNumber(Double.infinity)],
    ]

    private static func literals(_ texts: String...) -> [JSONNumber] { texts.compactMap { JSONNumber(literal: $0) } }

    @Test("are ordered by their digits, so that equality is transitive") func order() {
        for (place, group) in Self.ascending.enumerated() {
            for (otherPlace, others) in Self.ascending.enumerated() {
                for number in group {
                    for other in others {
                        let pair = Comment(rawValue: "\(number.text) and \(other.text)")
                        #expect((number == other) == (place == otherPlace), pair)
                        #expect((number < other) == (place < otherPlace), pair)
                        if number == other { #expect(number.hashValue == other.hashValue, pair) }
                    }
                }
            }
        }
        let nan = JSONNumber(Double.nan)
        let other = JSONNumber(Double.nan)
        #expect(nan != other)
        #expect(!(nan < JSONNumber(1)) && !(nan > JSONNumber(1)))
    }

    @Test("refuse invalid literals", arguments: ["", "01", "1.", ".5", "+1", "1e", "NaN", "1 ", " 1", "0x1", "\"1\"", "--1"])
    func refuses(_ text: String) {
        #expect(JSONNumber(literal: text) == nil)
    }
}
