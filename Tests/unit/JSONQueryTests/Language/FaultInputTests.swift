import JSONParsing
import Testing
@testable import JSONQuery

@Suite("The value that a program failed on") struct FaultInputTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        let input: String
        let found: String?
    }

    static let examples = [
        Example(
            testDescription: "has its path behind a generator", program: ".messages[] | .date | ascii_downcase",
            input: #"{"messages":[{"date":"a"},{"date":7}]}"#, found: ".messages[1].date: number (7)"),
        Example(
            testDescription: "has its path where a path ends", program: ".messages[].date.year",
            input: #"{"messages":[{"date":{}},{"date":null},{"date":"2024"}]}"#, found: #".messages[2].date: string ("2024")"#),
        Example(
            testDescription: "has its path inside an object", program: "{a: .a, b: (.b.c | keys)}", input: #"{"a":1,"b":{"c":"x"}}"#,
            found: #".b.c: string ("x")"#),
        Example(
            testDescription: "has its path in a map", program: ".tags | map(ascii_upcase)", input: #"{"tags":["a",["b"]]}"#,
            found: #".tags[1]: array (["b"])"#),
        Example(
            testDescription: "has quotation marks in its path", program: #".["a b"] | keys"#, input: #"{"a b":5}"#,
            found: #"."a b": number (5)"#),
        Example(
            testDescription: "has no path if two values are equal", program: ".a | keys", input: #"{"a":5,"b":{"a":5}}"#,
            found: "number (5)"),
        Example(
            testDescription: "has no path if the program does not name it", program: ".a | length | keys", input: #"{"a":"xyz","b":3}"#,
            found: "number (3)"),
        Example(testDescription: "has no path if it is null", program: ".a | ascii_upcase", input: #"{"b":null}"#, found: "null (null)"),
        Example(
            testDescription: "is not named if it is the record", program: "keys | error(\"no\")", input: #"{"a":1}"#,
            found: #"array (["a"])"#),
        Example(testDescription: "is not named if the program gave up", program: "error(\"no\")", input: #"{"a":1}"#, found: nil),
        Example(testDescription: "is named in a record that is a text", program: "ascii_upcase", input: "7", found: nil),
    ]

    @Test("is said with its kind and path", arguments: examples) func input(_ example: Example) throws {
        let query = try Query(example.program)
        let input = try JSONValue(parsing: example.input)
        let error = try #require(throws: QueryRuntimeError.self) { try query.all(input) }
        #expect(query.place(of: error, input: input)?.input == example.found)
    }

    @Test("is found in deep and wide records without harm") func hostile() async throws {
        let deep = String(repeating: #"{"a":["#, count: 250) + "1" + String(repeating: "]}", count: 250)
        let wide = #"{"a":["# + String(repeating: "7,", count: 200_000) + #"7],"b":7}"#
        for text in [deep, wide] {
            let found = await onThread(stackBytes: 512 << 10) { () -> String? in
                guard let query = try? Query(".. | numbers | keys"), let input = try? JSONValue(parsing: text) else { return nil }
                do { _ = try query.all(input) } catch let error as QueryRuntimeError {
                    return query.place(of: error, input: input)?.input
                } catch {}
                return nil
            }
            #expect(found?.hasSuffix("number (1)") == true || found == "number (7)")
        }
    }
}
