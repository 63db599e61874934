import JSONParsing
import Testing

@testable import TabpipeCommands

@Suite("Differences of JSON values") struct JSONDifferenceTests {
    struct Example: CustomTestStringConvertible {
        let expected: String
        let found: String
        var isPartial = false
        let lines: [String]
        var testDescription: String { "\(expected) and \(found)" }
    }

    private static let long = String(repeating: "a", count: 100)

    static let examples = [
        Example(expected: #"{"a":1,"b":[2]}"#, found: #"{"b":[2.0],"a":1}"#, lines: []),
        Example(expected: "1", found: #""1""#, lines: [#".: expected 1, found "1""#]),
        Example(expected: #"{"a":{"b c":1}}"#, found: #"{"a":{"b c":2}}"#, lines: [#".a."b c": expected 1, found 2"#]),
        Example(
            expected: #"{"a":1}"#, found: #"{"b":2}"#, lines: [".a: missing, expected 1", ".b: not expected, found 2"]),
        Example(expected: #"{"a":1}"#, found: #"{"a":1,"b":2}"#, isPartial: true, lines: []),
        Example(expected: #"[{"a":1}]"#, found: #"[{"a":1,"b":2},3]"#, isPartial: true, lines: [".[1]: not expected, found 3"]),
        Example(expected: "[1,2]", found: "[1]", lines: [".[1]: missing, expected 2"]),
        Example(
            expected: #""\#(long)x""#, found: #""\#(long)yz""#,
            lines: [#".: expected …"aaaaaaaaaaaaaaaaaaaax", found …"aaaaaaaaaaaaaaaaaaaayz""#]),
    ]

    @Test("are lines with paths", arguments: examples) func lines(_ example: Example) throws {
        let expected = try JSONValue(parsing: Array(example.expected.utf8))
        let found = try JSONValue(parsing: Array(example.found.utf8))
        #expect(JSONDifference.lines(expected: expected, found: found, isPartial: example.isPartial) == example.lines)
    }
}
