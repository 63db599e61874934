import JSONParsing
import JSONQuery
import Testing

@Suite("The language") struct LanguageTests {
    static let examples: [QueryExample] = [
        .init("the identity passes on what was read", ".", of: #"{"b":1.00,"a":"\u00e9"}"#, gives: #"{"b":1.00,"a":"\u00e9"}"#),
        .init("an empty program is the identity", "", of: "[1]", gives: "[1]"),
        .init("comments end with their line", ".a # .b\n| .c", of: #"{"a":{"c":1}}"#, gives: "1"),
        .init("members of members", ".a.b", of: #"{"a":{"b":2}}"#, gives: "2"),
        .init("a member that is not there is null", ".a.b.c", of: "{}", gives: "null"),
        .init("members of a number are an error", ".a", of: "1", fails: #"Cannot index number with string ("a")"#),
        .init("a question mark swallows the error", "[.[] | .a?]", of: #"[1,{"a":2},[]]"#, gives: "[2]"),
        .init("names that are no words stand in quotes", #"."a b", .["a b"]"#, of: #"{"a b":1}"#, gives: ["1", "1"]),
        .init("elements from the start and the end", ".[1], .[-1], .[9]", of: "[1,2,3]", gives: ["2", "3", "null"]),
        .init("slices of arrays and strings", ".[1:], .[:-1], (\"aéz\" | .[1:2])", of: "[1,2,3]", gives: ["[2,3]", "[1,2]", #""é""#]),
        .init(
            "bounds of slices that are spelled, computed, or both",
            "1 as $x | [.[1:2], .[$x:], .[:length - $x], .[$x:2], .[0:$x], .[-$x:]]", of: "[1,2,3]",
            gives: "[[2],[2,3],[1,2],[2],[1],[3]]"),
        .init("bounds of slices with several outputs", "[.[0, 1:2, 3]]", of: "[1,2,3]", gives: "[[1,2],[1,2,3],[2],[2,3]]"),
        .init(
            "bounds of slices are found on the input, not on what is sliced", "5 as $y | [.b[.a:], .b[:.a] | . + [$y]]",
            of: #"{"a":1,"b":[7,8]}"#,
            gives: "[[8,5],[7,5]]"),
        .init(
            "slices are set and deleted", ".[1:2] = [9, 9], del(.[:1]), [path(.[1:])]", of: "[1,2,3]",
            gives: ["[1,9,9,3]", "[2,3]", #"[[{"start":1,"end":null}]]"#]),
        .init(
            "members of a variable", ". as $x | $x.a.b, ($x | .a), [3, 4 | . as $y | $x.a.b + $y]", of: #"{"a":{"b":2}}"#,
            gives: ["2", #"{"b":2}"#, "[5,6]"]),
        .init(
            "members of a variable are at no path", "{a: 1} as $x | path($x.a)",
            fails: #"Invalid path expression near attempt to access element "a" of {"a":1}"#),
        .init("members of a variable are not changed", ". as $x | 5 | . + 1 | $x.a | . += 1", of: #"{"a":1}"#, gives: "2"),
        .init(
            "members of a variable cannot be updated", "{b: 1} as $x | $x.b |= 2", of: #"{"a":1}"#,
            fails: #"Invalid path expression near attempt to access element "b" of {"b":1}"#),
        .init("members of a variable that is the null at a path", "null as $x | [path($x.a)]", gives: #"[["a"]]"#),
        .init("members of a variable that has none", "1 as $x | $x.a", fails: #"Cannot index number with string ("a")"#),
        .init(
            "an object of many members",
            "{\((0..<40).map { "m\($0): .a" }.joined(separator: ", "))} | length, .m0, .m39, keys_unsorted[17]",
            of: #"{"a":1}"#, gives: ["40", "1", "1", #""m17""#]),
        .init(
            "a pipe of many generators", Array(repeating: ".[]", count: 150).joined(separator: " | ") + " | . + 1",
            of: String(repeating: "[", count: 150) + "1,2" + String(repeating: "]", count: 150), gives: ["2", "3"]),
        .init("iteration", ".[]", of: #"{"a":1,"b":2}"#, gives: ["1", "2"]),
        .init("iteration over null is an error", ".[]", fails: "Cannot iterate over null (null)"),
        .init("commas and pipes", "(1, 2) | ., . * 10", gives: ["1", "10", "2", "20"]),
        .init("the right side of an operator is the outer generator", "[(1, 2) + (10, 20)]", gives: "[11,12,21,22]"),
        .init(
            "objects with computed keys and several values", "{a: (1, 2), (\"b\", \"c\"): 3}",
            gives: [
                #"{"a":1,"b":3}"#, #"{"a":1,"c":3}"#, #"{"a":2,"b":3}"#, #"{"a":2,"c":3}"#,
            ]),
        .init("short members", "2 as $x | {a, $x, \"b\", @json \"c\": 3}", of: #"{"a":1,"b":4}"#, gives: #"{"a":1,"x":2,"b":4,"c":3}"#),
        .init("strings with programs in them", #""a\(1 + 1)b\("c")""#, gives: #""a2bc""#),
        .init("formats in strings", #"@uri "?q=\("a&b")", @html "<\("<&'")>""#, gives: [#""?q=a%26b""#, #""<&lt;&amp;&apos;>""#]),
        .init("conditions without else pass their input on", "[.[] | if . > 1 then \"big\" end]", of: "[1,2]", gives: #"[1,"big"]"#),
        .init(
            "a chain of conditions", "[.[] | if . == 1 then \"a\" elif . == 2 then \"b\" else \"c\" end]", of: "[1,2,3]",
            gives: #"["a","b","c"]"#),
        .init("a condition with several outputs", "[if (true, false) then 1 else 2 end]", gives: "[1,2]"),
        .init("alternatives take what is neither null nor false", "[(null, false, 1, 2) // 9], (empty // 9)", gives: ["[1,2]", "9"]),
        .init("an error is no reason for an alternative", "error(\"x\") // 1", fails: "x"),
        .init("a faulty path has no alternative", ".a // 1", of: "[]", fails: #"Cannot index array with string ("a")"#),
        .init("outputs in front of an error are no reason to ignore it", "(null, error(\"x\"), 3) // 1", fails: "x"),
        .init("an error behind an output", "(2, error(\"x\")) // 1", gives: ["2"], error: "x"),
        .init(
            "an error that is caught has an alternative", "(.a[0]? // 1), (try error(\"x\") // 2)", of: #"{"a":"b"}"#,
            gives: ["1", "2"]),
        .init(
            "and, or, not", "[true, false | (., true | not)], (null and error), (1 or error)",
            gives: ["[false,false,true,false]", "false", "true"]),
        .init("comparison orders kinds", "[null, {}, [], \"\", 0, true, false] | sort", gives: "[null,false,true,0,\"\",[],{}]"),
        .init(
            "large integers keep their digits and differ", "., .[0] == .[1]", of: "[9007199254740993,9007199254740992]",
            gives: [
                "[9007199254740993,9007199254740992]", "false",
            ]),
        .init("arithmetic", "[1 + 2, 7 - 10, 3 * 4, 7 / 2, 7 % 3, -(3)]", gives: "[3,-3,12,3.5,1,-3]"),
        .init(
            "adding strings, arrays, objects and null", "\"a\" + \"b\", [1] + [2], {a: 1} + {a: 2, b: 3}, null + 1",
            gives: [
                #""ab""#, "[1,2]", #"{"a":2,"b":3}"#, "1",
            ]),
        .init("merging objects", "{a: {b: 1, c: 2}} * {a: {b: 3}}", gives: #"{"a":{"b":3,"c":2}}"#),
        .init("repeating and dividing strings", "\"ab\" * 2, (\"a,b\" / \",\"), \"ab\" * 0", gives: [#""abab""#, #"["a","b"]"#, #""""#]),
        .init("division by zero", "1 / 0", fails: "number (1) and number (0) cannot be divided because the divisor is zero"),
        .init("adding unlike kinds", "{} + 1", fails: "object ({}) and number (1) cannot be added"),
        .init("variables", ". as $x | [$x, ($x | .a)]", of: #"{"a":1}"#, gives: #"[{"a":1},1]"#),
        .init("patterns", ". as {a: $x, b: [$y, $z]} | [$x, $y, $z]", of: #"{"a":1,"b":[2,3]}"#, gives: "[1,2,3]"),
        .init("alternative patterns", "[.[] as [$a] ?// $a | $a]", of: "[[1],2]", gives: "[1,2]"),
        .init("reduce", "reduce .[] as $x (0; . + $x)", of: "[1,2,3]", gives: "6"),
        .init("foreach", "[foreach .[] as $x (0; . + $x; [$x, .])]", of: "[1,2]", gives: "[[1,1],[2,3]]"),
        .init("functions with programs and values as parameters", "def f(g; $x): g + $x; f(.a; 10)", of: #"{"a":1}"#, gives: "11"),
        .init("recursive functions", "def f: if . > 0 then . * (. - 1 | f) else 1 end; 10 | f", gives: "3628800"),
        .init("a parameter is evaluated where it was written", "def f(g): 5 as $x | g; 1 as $x | f($x)", gives: "1"),
        .init("calls in tail position do not pile up", "[limit(3; repeat(1))], last(range(100000))", gives: ["[1,1,1]", "99999"]),
        .init("label and break", "[label $out | .[] | if . > 2 then break $out else . end]", of: "[1,2,3,4]", gives: "[1,2]"),
        .init("try and catch", "[.[] | try error catch .]", of: #"["a",{"b":1}]"#, gives: #"["a",{"b":1}]"#),
        .init("an error of the body ends its outputs", "[.[] | (1, error(\"x\"), 3)?]", of: "[0]", gives: "[1]"),
        .init("errors with values", "error({a: 1})", fails: #"object ({"a":1}) is not a string"#),
        .init(
            "outputs come before the error", ".[] | 1 / .", of: "[1,0,2]", gives: ["1"],
            error: "number (1) and number (0) cannot be divided because the divisor is zero"),
        .init("recursion", "[.. | numbers]", of: #"[1,{"a":2,"b":[3]}]"#, gives: "[1,2,3]"),
        .init(
            "updates", ".a |= . + 1, .b += 1, .c //= 7, .d = 1", of: #"{"a":1,"b":2}"#,
            gives: [
                #"{"a":2,"b":2}"#, #"{"a":1,"b":3}"#, #"{"a":1,"b":2,"c":7}"#, #"{"a":1,"b":2,"d":1}"#,
            ]),
        .init("an update without output deletes", "(.[] | select(. > 1)) |= empty", of: "[1,2,3,1]", gives: "[1,1]"),
        .init("an update without output makes nothing", "([] | .[3] |= empty), ({} | .a.b |= empty)", gives: ["[]", "{}"]),
        .init(
            "an update reaches places of the original", "(.. | select(type == \"array\")) |= length", of: "[[1],2]",
            fails: "Cannot index number with number (0)"),
        .init("a value found by a path decides", "(getpath([0])? // .[1]) |= null", of: "[1,2]", gives: "[null,2]"),
        .init("a failing change comes before a failing path", "(.a, error(\"x\")) |= error(\"y\")", of: "{}", fails: "y"),
        .init("a changed place is not looked into", "(.. | arrays | select(length > 1)) |= .[0]", of: "[1,[2]]", gives: "1"),
        .init("updates of many paths", ".[].a *= 2", of: #"[{"a":1},{"a":2}]"#, gives: #"[{"a":2},{"a":4}]"#),
        .init("there is no environment", "$ENV, env", gives: ["{}", "{}"]),
        .init("there is no further input", "[inputs], input", gives: ["[]"], error: "No more inputs"),
        .init("debugging output goes nowhere", "debug, debug(\"x\"), stderr", of: "1", gives: ["1", "1", "1"]),
        .init("halt is an error", "1, halt, 2", gives: ["1"], error: "halt"),
        .init("the place in the program", "$__loc__", gives: #"{"file":"<top-level>","line":1}"#),
    ]

    @Test("does what jq's manual says", arguments: examples) func example(_ example: QueryExample) throws { try example.check() }

    /// Computed numbers, and how jq 1.7 writes them.
    static let numbers: [(program: String, text: String)] = [
        ("1e15 * 1", "1000000000000000"), ("1700000000123 * 1000", "1700000000123000"), ("9007199254740991 + 1", "9007199254740992"),
        ("9007199254740992 * 2", "18014398509481984"), ("1e16 * 1", "1e+16"), ("12e15 * 1", "12000000000000000"), ("1e17 * 1", "1e+17"),
        ("123456789012345678901 * 1", "123456789012345680000"), ("-1e16 * 1", "-1e+16"), ("1e-7 * 1", "1e-07"), ("1e-4 * 1", "0.0001"),
        ("0.1 + 0.2", "0.30000000000000004"), ("infinite", "1.7976931348623157e+308"), ("nan", "null"), ("0 * -1", "-0"),
    ]

    @Test("writes a computed number in one way, wherever it stands", arguments: numbers)
    func number(_ program: String, _ text: String) throws {
        let program = "\(program) | ., tojson, tostring, ([.] | tojson), \"\\(.)\""
        try QueryExample(program, program, gives: [text] + [text, text, "[\(text)]", text].map { "\"\($0)\"" }).check()
    }

    @Test("stops at the first output if no more are wanted") func first() throws {
        #expect(try Query("1, error(\"x\")").first(nil)?.compactText == "1")
        #expect(try Query("empty").first(nil) == nil)
        #expect(try Query("empty").isTrue(nil) == false)
        #expect(try Query("0").isTrue(nil))
        #expect(try Query("null, 1").isTrue(nil) == false)
    }
}
