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
        #expect(messages.allSatisfy { $0.utf8.count <= DebugMessages.maxBytes + 3 && $0.hasSuffix("…") })
    }

    /// A host that gives inputs and an environment, and can be ended.
    private final class Shell: QueryHost {
        let inputs = Mutex<[JSONValue]>([2, 3, "x"])
        let fileName: String? = nil
        let line: Int? = nil
        let origin = JSONValue.null
        let environment: JSONObject = ["LAMP": "on"]
        let canHalt = true
        func log(_ message: String) {}
        func nextInput() throws -> JSONValue? { inputs.withLock { $0.isEmpty ? JSONValue?.none : $0.removeFirst() } }
    }

    @Test(
        "is answered by a shell",
        arguments: [
            ("[., inputs]", ["[1,2,3,\"x\"]"]), ("., input", ["1", "2"]), ("first(inputs), input", ["2", "3"]),
            ("[limit(2; inputs)], [inputs], (try input catch .)", ["[2,3]", "[\"x\"]", "\"No more inputs\""]),
            ("reduce (inputs | numbers) as $x (.; . + $x)", ["6"]), ("inputs as $x | [$x]", ["[2]", "[3]", "[\"x\"]"]),
            ("$ENV.LAMP, env.LAMP, (env | keys)", ["\"on\"", "\"on\"", "[\"LAMP\"]"]), ("[.[]?, inputs?] | length", ["3"]),
        ])
    func shell(_ program: String, _ outputs: [String]) throws {
        for usesFastPaths in [true, false] {
            let query = try Query(program, usesFastPaths: usesFastPaths)
            #expect(query.usesHost)
            #expect(query.takesInputs == program.contains("input"))
            #expect(try query.all(1, host: Shell()).map(\.compactText) == outputs)
        }
    }

    @Test(
        "can be ended by a program, which cannot catch it",
        arguments: [
            ("halt", 0, nil), ("try halt catch 2", 0, nil), ("\"x\" | halt_error", 5, "\"x\""), ("{a: .} | halt_error(3)", 3, "{\"a\":1}"),
            ("[.[]?, halt_error(1)]", 1, "1"),
        ] as [(String, Int, String?)])
    func halts(_ program: String, _ code: Int, _ message: String?) throws {
        for usesFastPaths in [true, false] {
            let query = try Query(program, usesFastPaths: usesFastPaths)
            let error = try #require(throws: QueryRuntimeError.self) { try query.all(1, host: Shell()) }
            #expect(error.halt?.code == code)
            #expect(error.halt?.message?.compactText == message)
            // Without such a host, it is an error that a program can catch.
            #expect(try Query("try (\(program)) catch 7").all(1, host: Host()).isEmpty == false)
        }
    }

    @Test("is nothing for other programs") func others() throws {
        #expect(try !Query("map(.a) | sort | test(\"a\")").usesHost)
        #expect(
            try Query("debug, input_filename, input_line_number, input_origin").all(1).map(\.compactText) == ["1", "null", "0", "null"])
    }
}
