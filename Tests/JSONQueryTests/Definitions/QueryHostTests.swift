import JSONParsing
import Synchronization
import Testing
@testable import JSONQuery

@Suite("What a program asks its host") struct QueryHostTests {
    private final class Host: QueryHost {
        let messages = Mutex<[String]>([])
        let fileName: String? = "in.jsonl"
        let line: Int? = 3
        let origin: JSONValue = ["item": 2]
        func log(_ message: String) { messages.withLock { $0.append(message) } }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        var input = "1"
        var outputs: [String] = []
        var messages: [String] = []
    }

    static let examples = [
        Example(
            testDescription: "the origin of its input", program: "input_filename, input_line_number, input_origin.item",
            outputs: [#""in.jsonl""#, "3", "2"]),
        Example(testDescription: "to log its input", program: "debug, stderr", outputs: ["1", "1"], messages: ["1", "1"]),
        Example(
            testDescription: "to log each output of a message", program: #"debug("a\(.)", {a: .}) | . + 1"#, outputs: ["2"],
            messages: [#""a1""#, #"{"a":1}"#]),
        Example(
            testDescription: "to log on the way of an update", program: "(.a | debug) |= . + 1", input: #"{"a":1}"#, outputs: [#"{"a":2}"#],
            messages: ["1"]),
        Example(
            testDescription: "to log once for each value", program: "[range(3) | debug] | length", outputs: ["3"],
            messages: ["0", "1", "2"]),
        Example(
            testDescription: "to log once on the way down", program: "[recurse(.[]? | debug)] | length", input: #"{"a":1,"b":2}"#,
            outputs: ["3"], messages: ["1", "2"]),
        Example(testDescription: "nothing behind the first output", program: "first(1, (2 | debug))", outputs: ["1"]),
    ]

    @Test("is answered", arguments: examples) func answers(_ example: Example) throws {
        for usesFastPaths in [true, false] {
            let host = Host()
            let query = try Query(example.program, usesFastPaths: usesFastPaths)
            #expect(query.usesHost)
            #expect(try query.all(try JSONValue(parsing: example.input), host: host).map(\.compactText) == example.outputs)
            #expect(host.messages.withLock { $0 } == example.messages)
        }
    }

    @Test("is not logged twice where a failed program runs again") func failed() throws {
        let host = Host()
        let query = try Query("debug | .a | keys, input_filename")
        let input = try JSONValue(parsing: #"{"a":1}"#)
        let error = try #require(throws: QueryRuntimeError.self) { try query.all(input, host: host) }
        #expect(query.place(of: error, input: input, host: host)?.range == 13..<17)
        #expect(host.messages.withLock { $0 } == [#"{"a":1}"#])
    }

    @Test("is short") func long() throws {
        let host = Host()
        _ = try Query("[range(100000)] | debug | 1").all(nil, host: host)
        _ = try Query("\"é\" * 600 | debug | 1").all(nil, host: host)
        let messages = host.messages.withLock { $0 }
        #expect(messages.count == 2)
        #expect(messages.allSatisfy { $0.utf8.count <= QueryMessage.maxBytes + 3 && $0.hasSuffix("…") })
    }

    @Test("is nothing for other programs") func others() throws {
        #expect(try !Query("map(.a) | sort | test(\"a\")").usesHost)
        #expect(
            try Query("debug, input_filename, input_line_number, input_origin").all(1).map(\.compactText) == ["1", "null", "0", "null"])
    }
}
