import JSONParsing
import JSONQuery
import Testing

@Suite("Limits") struct LimitTests {
    /// A program that needs more than it may have.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        let limits: QueryLimits
        let message: String
        var testDescription: String { name }
    }

    private static let few = QueryLimits(maxSteps: 10_000)
    private static let fewMessage = "the program took more than 10000 steps"
    private static let shortLimit = QueryLimits(maxLength: 1000)
    private static let shortMessage = "a string is longer than the limit of 1000 bytes"
    private static let fewElements = QueryLimits(maxSteps: 10_000, maxElements: 1000)
    private static let elementsMessage = "an array is longer than the limit of 1000 elements"

    static let examples: [Example] = [
        .init(name: "an endless range", program: "range(1; infinite) | empty", limits: few, message: fewMessage),
        .init(name: "an endless reduce", program: "reduce repeat(1) as $x (0; . + 1)", limits: few, message: fewMessage),
        .init(name: "an endless recursion in tail position", program: "def f: f; f", limits: few, message: fewMessage),
        .init(name: "an endless loop that catches errors", program: "def f: try error(\"x\") catch f; f", limits: few, message: fewMessage),
        .init(
            name: "a loop over a large value", program: "[range(2000)] as $a | range(1000) | $a | length", limits: few, message: fewMessage),
        .init(
            name: "contains of large arrays", program: "[range(1000)] as $a | $a | contains($a)", limits: few,
            message: fewMessage),
        .init(
            name: "contains of arrays that just miss", program: "[range(3000)] as $a | $a | contains($a | reverse)", limits: few,
            message: fewMessage),
        .init(
            name: "contains of many objects", program: "[range(1000) | {a: ., b: 1}] as $a | $a | contains($a)",
            limits: few, message: fewMessage),
        .init(
            name: "runs found in a large array", program: "[range(2000)] as $a | range(1000) | $a[[5]]", limits: few, message: fewMessage),
        .init(
            name: "comparisons of large arrays", program: "[range(2000)] as $a | range(1000) | $a == $a", limits: few, message: fewMessage),
        .init(
            name: "calls that have not returned", program: "def f: 1 + f; f", limits: QueryLimits(maxCalls: 500),
            message: "calls are nested deeper than 500 levels"),
        .init(
            name: "generators under way", program: "def f: (., .) | f; f", limits: QueryLimits(maxCalls: 500),
            message: "more than 500 generators are under way"),
        .init(
            name: "functions handed to functions", program: "def f(g): f(g | g); f(.)", limits: .standard,
            message: "functions are handed to functions more than 1000 levels deep"),
        .init(name: "a string that doubles", program: "reduce range(20) as $i (\"x\"; . + .)", limits: shortLimit, message: shortMessage),
        .init(name: "a string that is repeated", program: "\"x\" * 1001", limits: shortLimit, message: shortMessage),
        .init(
            name: "an array that doubles", program: "reduce range(20) as $i ([1]; . + .)", limits: fewElements, message: elementsMessage),
        .init(name: "an array that is collected", program: "[range(1001)]", limits: fewElements, message: elementsMessage),
        // Were the elements only counted at the end, these would run into the limit of steps first.
        .init(name: "an array that is collected without end", program: "[range(infinite)]", limits: fewElements, message: elementsMessage),
        .init(
            name: "an array that a recursive function fills", program: "[repeat(1)] | length", limits: fewElements,
            message: elementsMessage),
        .init(name: "an index far away", program: "[] | .[1000] = 1", limits: fewElements, message: elementsMessage),
        .init(
            name: "a slice that grows", program: "[range(600)] as $a | $a | .[1:2] = $a", limits: fewElements, message: elementsMessage),
        .init(
            name: "a table that is transposed", program: "[range(40)] as $a | [range(40) | $a] | transpose", limits: fewElements,
            message: elementsMessage),
        .init(name: "characters of a string", program: "\"x\" * 1001 | explode", limits: fewElements, message: elementsMessage),
        .init(name: "pieces of a string", program: "\"x\" * 1000 | split(\"x\")", limits: fewElements, message: elementsMessage),
        .init(name: "places in a string", program: "\"x\" * 1001 | indices(\"x\")", limits: fewElements, message: elementsMessage),
        .init(
            name: "a string with programs in it", program: "(\"x\" * 600) as $x | \"\\($x)\\($x)\"", limits: shortLimit,
            message: shortMessage),
        .init(name: "a substitution", program: "(\"x\" * 600) | gsub(\"x\"; \"yy\")", limits: shortLimit, message: shortMessage),
    ]

    @Test("end a program with an error", arguments: examples) func ends(_ example: Example) throws {
        let query = try Query(example.program)
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(nil, limits: example.limits) { _ in } }
        #expect(error?.message == example.message)
        #expect(error?.isLimit == true)
    }

    @Test("cannot be caught by the program") func uncatchable() throws {
        for program in ["try repeat(1) catch 0", "[repeat(1)?]", "(repeat(1) | empty) // 1"] {
            let query = try Query("last(\(program))")
            let error = #expect(throws: QueryRuntimeError.self) { try query.run(nil, limits: Self.few) { _ in } }
            #expect(error?.isLimit == true)
        }
    }

    /// Programs that build values deeper and deeper.
    static let deep: [String] = [
        "reduce range(100000) as $i ([]; [.])",
        "reduce range(100000) as $i ([]; {a: .})",
        "reduce range(100000) as $i ([0]; to_entries)",
        "reduce range(100000) as $i ([0]; group_by(0))",
        "reduce range(100000) as $i ([]; . as $v | null | .a = $v)",
        "reduce range(100000) as $i ([]; . as $v | null | .a[0].b = $v)",
        "[range(90)|[.]] as $b | [range(999)|\"a\"] as $p | reduce range(50) as $i (0; . as $v | null | setpath($p;$v)) | {v:1}",
        "[range(40)|\"a\"] as $p | reduce range(5000) as $i (0; . as $v | null | setpath($p; $v))",
        "def f: [f]; f | [.]",
        "reduce range(100000) as $i ([]; walk([.]))",
    ]

    @Test("keep values shallow enough for a stack of 512 KiB", arguments: deep) func depth(_ program: String) async throws {
        let query = try Query(program + " | 1")
        let message = await onThread(stackBytes: 512 << 10) { () -> String in
            do {
                try query.run(nil, limits: QueryLimits(maxCalls: 10_000, maxSteps: 3_000_000)) { _ in }
                return "no error"
            } catch {
                return String(describing: error)
            }
        }
        let expected =
            program.hasPrefix("def")
            ? "calls are nested deeper than 10000 levels" : "a value is nested deeper than the limit of 1000 levels"
        #expect(message == expected)
    }

    /// Patterns that make the compiler and the matcher go deep, and whether they may.
    static let patterns: [(pattern: String, isAllowed: Bool)] = [
        (nested(39, "(?:", "a", ")" + String(repeating: "*", count: 39)), false),
        (nested(39, "(?:", "a", ")" + String(repeating: "*+", count: 39)), false),
        (nested(12, "(?:", "a", ")**"), true), (nested(19, "(?:", "a", ")*+"), true), (nested(39, "(?>", "a", ")"), true),
        (nested(39, "(?=", "a", ")"), true), (nested(39, "(", "a|b", ")"), true),
        ("a" + String(repeating: "*+", count: 39), true),
    ]

    private static func nested(_ levels: Int, _ start: String, _ inside: String, _ end: String) -> String {
        String(repeating: start, count: levels) + inside + String(repeating: end, count: levels)
    }

    @Test("keep patterns shallow enough for a stack of 512 KiB", arguments: patterns)
    func patternDepth(_ pattern: String, _ isAllowed: Bool) async throws {
        let query = try Query(". as $p | (\"a\" | test($p)), (\"aab\" | [match($p; \"g\")] | length > 0)")
        let outcome = await onThread(stackBytes: 512 << 10) { () -> String in
            do {
                return try query.all(.string(pattern)).map(\.compactText).joined(separator: " ")
            } catch {
                return String(describing: error)
            }
        }
        let refused = "\(pattern) (at offset 0) is not a valid regex: groups and repeat operators are nested too deeply"
        #expect(outcome == (isAllowed ? "true true" : refused))
    }

    /// Programs with generators behind generators; each of them takes some stack.
    static let long: [String] = [
        "[" + String(repeating: "(., empty) | ", count: 3000) + ".]",
        "[" + String(repeating: "([.] | .[]) | ", count: 3000) + ".]",
        "[" + String(repeating: "((., empty) as $x | $x) | ", count: 1500) + ".]",
        "[" + String(repeating: "(1, empty) as $x | ", count: 40) + "$x]",
        "[reduce (" + String(repeating: "(., empty) | ", count: 3000) + ".) as $x (0; . + $x)]",
        "[last(" + String(repeating: "(., empty) | limit(2; .) | ", count: 1500) + ".)]",
    ]

    @Test("let long pipes through on a stack of 512 KiB", arguments: long) func longPipes(_ program: String) async throws {
        let query = try Query(program)
        let outcome = await onThread(stackBytes: 512 << 10) { () -> String in
            do {
                return try query.all(1).map(\.compactText).joined(separator: " ")
            } catch {
                return String(describing: error)
            }
        }
        #expect(outcome == "[1]")
    }

    @Test("let values be as deep as they say") func deepEnough() throws {
        let limits = QueryLimits(maxDepth: 200)
        try QueryExample("", "reduce range(199) as $i ([]; [.]) | tojson | length", gives: "400").check(limits: limits)
        try QueryExample("", "[range(199) | 0] as $p | null | setpath($p; []) | tojson | length", gives: "400").check(limits: limits)
        try QueryExample(
            "", "[range(199) | 0] as $p | null | setpath($p; [[]])", fails: "a value is nested deeper than the limit of 200 levels"
        ).check(limits: limits)
    }

    @Test("of a program's own size say which they are and where") func programs() {
        let brackets = String(repeating: "[", count: 101) + String(repeating: "]", count: 101)
        let error = #expect(throws: QueryError.self) { try Query(brackets) }
        let level = (error?.offset ?? 0) + 1
        // A debug build takes more stack for each level.
        let isStack = error?.message == "the program is nested too deeply: level \(level) takes more than 320 KiB of stack"
        #expect(isStack || error?.message == "the program is nested deeper than the limit of 100 levels")
        #expect(isStack || level == 101)
        let chain = "0" + String(repeating: "+1", count: 201)
        #expect(throws: QueryError("more than 200 operators in a row; use parentheses", offset: 401)) { try Query(chain) }
        // Each function is two calls of the one before it, and is put in place twice.
        let definitions = (1...40).map { "def f\($0): f\($0 - 1) + f\($0 - 1); " }.joined()
        #expect(throws: Never.self) { try Query("def f0: 1; " + definitions + "f40") }
    }

    @Test("of the compiler say which they are, and near what") func compiler() async {
        // Each pair of brackets holds a sum that leans to the left, two hundred levels deep.
        var sum = "."
        for _ in 0..<10 { sum = "(\(sum))" + String(repeating: "+.", count: 199) }
        let program = ".a | first(\(sum))"
        let error = await onThread(stackBytes: 1 << 20) { () -> QueryError? in
            do {
                _ = try Query(program)
                return nil
            } catch {
                return error as? QueryError
            }
        }
        #expect(error == QueryError("the program is nested too deeply: compiling it takes more than 320 KiB of stack", offset: 5))

        // Four nodes come before the first of these.
        let start = ". as $x | 2, "
        let list = start + Array(repeating: "$x", count: 199_997).joined(separator: ",")
        let tooLarge = #expect(throws: QueryError.self) { try Query(list) }
        #expect(tooLarge?.message == "the program is larger than the limit of 200000 nodes, its functions put in place")
        #expect(tooLarge?.offset == start.utf8.count + 3 * 199_996)
    }
}
