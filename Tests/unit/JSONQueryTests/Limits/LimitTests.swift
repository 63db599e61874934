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
            name: "a loop over a large value", program: "[range(2000)] as $a | range(1000) | $a | keys", limits: few, message: fewMessage),
        .init(
            name: "contains of large arrays", program: "[range(1000)] as $a | $a | contains([$a[]])", limits: few,
            message: fewMessage),
        .init(
            name: "contains of arrays that just miss", program: "[range(3000)] as $a | $a | contains($a | reverse)", limits: few,
            message: fewMessage),
        .init(
            name: "contains of many objects", program: "[range(1000) | {a: ., b: 1}] as $a | $a | contains($a | map({a, b}))",
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

    /// Built-in functions that go through 3,000 elements four times.
    static let loops = [
        "sort", "sort_by(.)", "unique", "group_by(.)", "min", "max_by(-.)", "tojson", "tostring", "@json", "@csv", "@sh", "join(\",\")",
        "to_entries", "flatten", ". - [1]", ". - $a", ". == [$a[]]", "indices([1])", "index(5)", "map(tostring) | add",
        "contains([2999])", "\"\\(.)\"", "implode | ascii_downcase | explode | implode", "map([.]) | transpose", "walk(.)", "[paths]",
        "del(.[range(0; 3000; 2)])",
    ]

    @Test("count the work of a built-in function", arguments: loops) func loop(_ function: String) throws {
        let query = try Query("[range(3000)] as $a | range(4) | ($a | \(function)) | empty")
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(nil, limits: Self.few) { _ in } }
        #expect(error?.message == Self.fewMessage)
    }

    private static let small = QueryLimits(maxMemory: 10_000_000)

    /// Programs that hold more than ten million bytes.
    static let large = [
        "[range(1e6)]", "[range(1e6) | .]", "reduce range(1e6) as $i ([]; . + [$i])", "reduce range(30) as $i (\"x\"; . + .)",
        "[range(1000) | \"x\" * 100000]", "[foreach range(1e5) as $i (\"\"; . + \"0123456789\"; .)]", "[range(1e5) | {a: ., b: [1]}]",
        "\"x\" * 1e6 | explode", "[range(1e5)] | to_entries", "\"a,\" * 1e6 | split(\",\")", "\"ab\" * 1e5 | [match(\".\"; \"g\")]",
        "[range(10)] as $a | [[$a, $a, $a, $a, $a, $a] | combinations]", "\"x\" * 20000000", "[range(3e5) | tojson * 4]",
        "reduce range(1e6) as $i ({}; .[\"key \\($i)\"] = $i)", "[] | .[1e6] = 1", "[range(1e5)] | [paths]",
        "[range(3e5)] | map([.]) | group_by(.)", "[range(1e5)] | walk([., [.]])", "def f: [f]; f",
        "[range(1e5) | [.]] | (.. | numbers) |= [., [.]]",
        "def f: if . > 0 then (\"x\" * 1000) as $x | (. - 1 | f) + $x else \"\" end; 20000 | f",
        "[recurse(if . < 1e6 then . + 1 else empty end)]",
        "last(range(1e3) | [range(1e6)])", "[range(2e4) | \"[\\(\"1,\" * 500)1]\" | fromjson]",
    ]

    @Test("end a program that holds too much memory", arguments: large) func memory(_ program: String) throws {
        let query = try Query("(\(program)) | length")
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(nil, limits: Self.small) { _ in } }
        #expect(error?.message == "the program uses more memory than the limit of 10000000 bytes")
    }

    /// Built-in functions that need more than ten million bytes for a string of two to four million.
    static let largeStrings = [
        "indices($x)", "index($x)", "contains($x[:-1] + \"b\")", "indices(\"a\")", "split(\"a\")", "split(\"\")", "explode", "@html",
        "@base32 | @base32", "@uri", "@csv \"\\([.])\"", "@sh \"\\(.)\"", "tojson", "@json", "gsub(\"a\"; \"bbbb\")", "[splits(\"a\")]",
        "[match(\"a\"; \"g\")]",
        "[.] - ([range(9)] + [.])", "{(.): 1} | tojson",
    ]

    @Test("end a built-in function before it takes too much memory", arguments: largeStrings) func memoryOfString(_ function: String) throws
    {
        let escaped = ["@html": "&", "@uri": "é", "@sh": "'", "@csv": "\""]
        let text = escaped.first { function.hasPrefix($0.key) }?.value ?? "a"
        let input = JSONValue.string(String(repeating: text, count: 4_000_000))
        let query = try Query(". as $x | (\(function)) | empty")
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(input, limits: Self.small) { _ in } }
        #expect(error?.message == "the program uses more memory than the limit of 10000000 bytes")
    }

    /// Built-in functions that go through a long string.
    static let walks = [
        "length", "reverse", "explode", "indices(\"b\")", "index(\"b\")", "split(\"b\")", "contains(\"b\")", "startswith($x)",
        "endswith($x)",
        "ltrimstr($x)", "rtrimstr($x)", "trimstr(\"a\")", "ascii_downcase", "ascii_upcase", "@html", "@uri", "@urid", "@base64",
        "@base64d", "@base32", "@base32d", "@sh", "@csv \"\\([.])\"", "@tsv \"\\([.])\"", "tojson", "fromjson?", "test(\"b\")",
        "test(\"^A*$\")",
        "sub(\"b\"; \"c\")", "gsub(\"^a\"; \"c\")", "[splits(\"b\")]", "[match(\"a$\")]", ".[1:-1]", "[., .] | join(\"-\")",
        "[.] - [range(9)]",
    ]

    /// The charge when a function begins and ends is not enough: in between it would not hear of a stop.
    @Test("charge for a long string again and again", arguments: walks) func walk(_ function: String) throws {
        let input = JSONValue.string(String(repeating: "A", count: 1 << 20))
        let query = try Query(". as $x | (\(function)) | empty")
        let limits = QueryLimits(maxSteps: (1 << 13) + 0x800)
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(input, limits: limits) { _ in } }
        #expect(error?.message == "the program took more than 10240 steps")
    }

    /// Characters of one to four bytes, so that blocks end inside of some of them.
    @Test("leave the results on long strings as they are") func longResults() throws {
        let piece = "aé€😀&<\"'%\\\t "
        let text = String(repeating: piece, count: 20_000)
        let identities = [
            "explode | reverse | reverse | implode", "@base64 | @base64d", "@base32 | @base32d", "@uri | @urid", "tojson | fromjson",
            "split(\"é\") | join(\"é\")", "split(\"\") | add", "[splits(\"é\")] | join(\"é\")", "gsub(\"é\"; \"é\")",
            "(.[:70001] + .[70001:])", "\"x\" + . | ltrimstr(\"x\")", ". + \"x\" | rtrimstr(\"x\")", "\"\\(.)\"", "ascii_downcase",
        ]
        for program in identities { #expect(try Query("(\(program)) == .").all(.string(text)) == [true], "\(program)") }
        #expect(try Query("length").all(.string(text)) == [.number(JSONNumber(20_000 * piece.unicodeScalars.count))])
        #expect(try Query("indices(\"€\") | length, .[1]").all(.string(text)) == [20_000, 14])
        let escaped = String(repeating: "aé€😀&amp;&lt;&quot;&apos;%\\\t ", count: 20_000)
        #expect(try Query("@html").all(.string(text)) == [.string(escaped)])
    }

    /// Programs that build more than ten million bytes, and hold few of them at a time.
    static let thrifty = [
        "reduce range(1e5) as $i (0; . + ([range(20)] | length))",
        "reduce range(1e5) as $i (\"\"; \"a text of more than a few bytes: \\($i)\" * 4)",
        "[limit(3; range(1e5) | tojson + \" and a text that is long\" | select(length > 28))]",
        "last(range(1e5) | tojson + \" and a text that is long enough to count\")",
        "[range(1e5) | {a: ., b: \"a text that is long\"} | .a] | length",
        "reduce range(1e5) as $i ({}; .n = \"a text that is long: \\($i)\")",
        "[range(1e5) | try ([range(10)] | error) catch 1] | length", "first(range(1e5) | [range(20)] | select(length > 20)) // 1",
        "def f: if . >= 1e4 then . else . + 1 | f end; [range(20) | 0 | f]", "[range(1e5) | \"text\" * 40 | test(\"x\")] | all(not)",
        "reduce range(1e5) as $i ([]; [$i, \"a text that is long\"])",
        "[foreach range(1e5) as $i (0; . + 1; [range(20)] | length)] | length",
        "[range(100) | [range(1e4)] | add] | length", "[range(1e5)] as $a | [range(1e4) | $a] | length",
        "reduce range(1e6) as $i (0; . + 1)",
        "[range(1e5) | tojson | ascii_downcase | length] | add", "reduce (range(100) | [range(1e4)] | .[]) as $x (0; . + $x)",
    ]

    @Test("do not count memory that a program has given up", arguments: thrifty) func garbage(_ program: String) throws {
        try Query(program).run(nil, limits: Self.small) { _ in }
    }

    @Test("do not count what a program is given") func inputMemory() throws {
        let input = JSONValue.array((0..<1_000_000).map { .number(JSONNumber($0)) })
        #expect(try Query("[limit(2; .[])], (.[5:7] | length), ([.[]?] | first), .[0]").all(input).count == 4)
        try Query("length, .[-1], (.[:3] | add), first(.[])").run(input, limits: Self.small) { _ in }
    }

    /// Programs without an end, and with handlers that would catch any error of their own.
    static let endless = [
        "range(infinite) | empty", "try (range(infinite) | empty) catch 1", "def f: f; f?", "[range(infinite) | empty] // 1",
        "reduce repeat(1) as $x (0; . + 1)",
    ]

    @Test("let a program be stopped, which it cannot catch", arguments: endless) func stopped(_ program: String) throws {
        let context = QueryContext()
        context.stop()
        let query = try Query(program)
        QueryContext.$current.withValue(context) {
            #expect(throws: CancellationError.self) { try query.run(nil, limits: QueryLimits(maxSteps: .max)) { _ in } }
        }
    }

    @Test("are asked of the context once a program uses much") func contextMemory() throws {
        let query = try Query("[range(1e5)] | length")
        QueryContext.$current.withValue(QueryContext(maxMemory: 2 << 20)) {
            let error = #expect(throws: QueryRuntimeError.self) { try query.all(nil) }
            #expect(error?.message == "the program uses more memory than the limit of 2097152 bytes")
        }
        #expect(try query.all(nil) == [100_000])
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
