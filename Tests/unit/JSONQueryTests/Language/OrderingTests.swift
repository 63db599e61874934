import JSONParsing
import JSONQuery
import Testing

/// Sorting, grouping and comparing with keys of one kind, of several kinds, and with shared storage.
@Suite("Orderings and equality") struct OrderingTests {
    static let examples: [QueryExample] = [
        .init(
            "numbers in any spelling", "sort", of: "[1.5, 1, 1.0, -0.0, 0, 0.0, 1e2, -7, 1e-5]", gives: "[-7,-0.0,0,0.0,1e-5,1,1.0,1.5,1e2]"
        ),
        .init(
            "literals that only their digits tell apart", "sort", of: "[0.10000000000000000001, 0.1, 9007199254740993, 9007199254740992]",
            gives: "[0.1,0.10000000000000000001,9007199254740992,9007199254740993]"),
        .init("literals beyond a double", "sort", of: "[1e400, 1, -1e400, 1e-400, 0]", gives: "[-1e400,0,1e-400,1,1e400]"),
        .init(
            "NaN before numbers, each for itself", "[nan, 1, nan, -infinite] | sort, unique, (group_by(.) | length)",
            gives: ["[null,null,-1.7976931348623157e+308,1]", "[null,null,-1.7976931348623157e+308,1]", "4"]),
        .init("NaN in min_by and max_by", "[min_by(.a), max_by(.a) | .b]", of: "[]", gives: "[null,null]"),
        .init(
            "the last NaN is the least", "[{a: nan, b: 1}, {a: nan, b: 2}, {a: 0, b: 3}] | min_by(.a).b, max_by(.a).b", gives: ["2", "3"]),
        .init(
            "the last of the greatest and the first of the least", "[max_by(.a), min_by(.a) | .b]", of: #"[{"a":1,"b":1},{"a":1,"b":2}]"#,
            gives: "[2,1]"),
        .init(
            "strings by their bytes", "sort", of: #"["b","","é","a\u0000","a","abcdefghi","abcdefgh","abcdefgi","😀","￿"]"#,
            gives: #"["","a","a\u0000","abcdefgh","abcdefghi","abcdefgi","b","é","￿","😀"]"#),
        .init(
            "kinds in their order", "sort", of: #"[{}, [], "", 0, true, false, null, "a", -1]"#,
            gives: #"[null,false,true,-1,0,"","a",[],{}]"#),
        .init(
            "equal keys as they were", "sort_by(.a) | map(.b)", of: #"[{"a":2,"b":1},{"a":1,"b":2},{"a":2.0,"b":3},{"a":1,"b":4}]"#,
            gives: "[2,4,1,3]"),
        .init(
            "many equal keys as they were", "[range(1000) | {a: (. % 3), b: .}] | sort_by(.a) | [.[333, 334, 335].b, (.[-1].b)]",
            gives: "[999,1,4,998]"),
        .init(
            "keys that are NaN leave the order as it is", "sort_by(nan), sort_by(nan, 1), sort_by([nan])", of: #"[3,"a",null,1]"#,
            gives: [#"[3,"a",null,1]"#, #"[3,"a",null,1]"#, #"[3,"a",null,1]"#]),
        .init("descending keys", "[range(600) | -.] | sort | .[0], .[-1]", gives: ["-599", "0"]),
        .init(
            "many strings", "[range(600) | \"key number \\(. * 7 % 600)\"] | (sort | .[0:2], .[-1]), (unique | length)",
            gives: [#"["key number 0","key number 1"]"#, #""key number 99""#, "600"]),
        .init(
            "several keys", "sort_by(.a, .b), group_by(.a, .b), unique_by(.a, .b) | length",
            of: #"[{"a":1,"b":2},{"a":1,"b":1},{"a":1,"b":2}]"#,
            gives: ["3", "2", "2"]),
        .init(
            "of nothing", "sort_by(.a), group_by(.a), unique_by(.a), min_by(.a), max_by(.a)", of: "[]",
            gives: ["[]", "[]", "[]", "null", "null"]),
        .init(
            "a key that fails", "[sort_by(.a)?], (try group_by(.a) catch .)", of: "[1]",
            gives: ["[]", #""Cannot index number with string (\"a\")""#]),
        .init("a key that fails, of an object", "sort_by(.a)", of: #"{"x":1}"#, fails: #"Cannot index number with string ("a")"#),
        .init(
            "an object is not sorted", "sort_by(.)", of: #"{"x":1}"#, fails: #"object ({"x":1}) cannot be sorted, as it is not an array"#),
        .init(
            "shared storage", "[limit(60; [0] | recurse([., .]))] | last | contains(.), . == ., . < .", gives: ["true", "true", "false"]),
        .init(
            "shared storage in other containers",
            "[limit(60; [0] | recurse([., .]))] | last | [1, .] == [1, .], ([1, .] | contains([.[1]]))",
            gives: ["true", "true"]),
        .init(
            "shared storage with NaN", "[[nan]] | . == ., contains(.), ({a: .} | . == ., contains(.))",
            gives: ["false", "false", "false", "false"]),
    ]

    @Test("give what jq gives", arguments: examples) func order(_ example: QueryExample) throws { try example.check() }

    /// Loops whose form on the stack differs from the machine's.
    static let loops: [QueryExample] = [
        .init("recurse with one output", "[limit(4; 1 | recurse(. * 2))]", gives: "[1,2,4,8]"),
        .init("recurse that ends", "[3 | recurse(if . > 0 then . - 1 else empty end)]", gives: "[3,2,1,0]"),
        .init("recurse with several outputs", "[2 | recurse(if . > 0 then . - 1, . - 2 else empty end)]", gives: "[2,1,0,-1,0]"),
        .init(
            "recurse with an error behind an output", "[1 | recurse(if . < 3 then . + 1, error(\"x\") else empty end)?]", gives: "[1,2,3]"),
        .init("recurse with an error", "1 | recurse(error(\"x\"))", gives: ["1"], error: "x"),
        .init("recurse with a condition", "[1 | recurse(. + 1; . < 4)]", gives: "[1,2,3]"),
        .init("paths of recurse", "[path(recurse(.[]?; . != 2))]", of: "[1,[2,3]]", gives: "[[],[0],[1],[1,1]]"),
        .init(
            "while", "[1 | while(. < 20; . * 3)], [5 | while(. < 5; .)], [1 | while(true, false; empty)]", gives: ["[1,3,9]", "[]", "[1]"]),
        .init("paths of while", "[path(while(type == \"array\"; .[0]))]", of: "[[1]]", gives: "[[],[0]]"),
        .init("repeat", "[limit(4; 1 | repeat(., 2))], [limit(2; repeat(1, empty))]", gives: ["[1,2,1,2]", "[1,1]"]),
        .init("repeat that breaks", "[label $out | repeat(1, 2, break $out)]", gives: "[1,2]"),
        .init("repeat that fails", "repeat(1, error(\"x\"))", gives: ["1"], error: "x"),
        .init("the path of repeat", "[limit(2; path(repeat(.a)))]", gives: #"[["a"],["a"]]"#),
        .init("last", "[last(range(5))], [last(empty)], [last(.[]?)], last(1, 2, 3 | select(. < 3))", gives: ["[4]", "[]", "[]", "2"]),
        .init("skip", "[skip(2; range(5))], [skip(9; 1)], [limit(1; skip(1; 1, 2, 3))]", gives: ["[2,3,4]", "[]", "[2]"]),
        .init(
            "try", "[.[] | try .a[] catch 0], [.[] | .a[]?], [.[]?.a]", of: #"[{"a":[1,2]},{"a":3},{}]"#,
            gives: ["[1,2,0,0]", "[1,2]", "[[1,2],3,null]"]),
        .init("try keeps outputs before the error", "[try (1, error(\"x\"), 2) catch .]", gives: #"[1,"x"]"#),
        .init("try does not catch errors behind it", "try ((1, 2) | try . catch 0 | error(\"x\")) catch [.]", gives: #"["x"]"#),
        .init(
            "alternatives", "[.[] | .[]? // 9], [(false, 1, null, 2) // 3], [limit(1; (1, 2) // 3)]", of: "[[1,null,2],[null],3]",
            gives: ["[1,2,9,9]", "[1,2]", "[1]"]),
        .init("foreach with several states", "[foreach range(3) as $x (0; ., 10; . + $x)]", gives: "[0,10,11,11,12,12]"),
        .init(
            "foreach without a state",
            "[foreach range(3) as $x (1; empty; .)], [foreach (1, 2, 3) as $x (0; if $x == 2 then empty else . end; [$x, .])]",
            gives: ["[]", "[[1,0],[3,null]]"]),
        .init("foreach with several outputs and a limit", "[limit(3; foreach range(5) as $x (0; . + $x; $x, .))]", gives: "[0,0,1]"),
        .init("foreach with several starts", "[foreach range(2) as $x (0, 10; . + 1; .)]", gives: "[1,2,11,12]"),
        .init("states of foreach that live on", "[foreach range(3) as $x ([]; . + [$x])]", gives: "[[0],[0,1],[0,1,2]]"),
    ]

    @Test("loop as jq does", arguments: loops) func loop(_ example: QueryExample) throws {
        try example.check()
        #expect(try BothForms(example.program).difference(on: try JSONValue(parsing: example.input)) == nil)
    }

    @Test("sort in time that grows with the elements") func work() throws {
        let programs = ["sort", "sort_by(-.)", "group_by(. % 7)", "unique", "min_by(.)", "map(tostring) | sort", "reverse | sort"]
        for program in programs {
            let query = try Query("[range(.) * 7919 % 10007] | \(program) | length")
            let once = try query.stepCount(20_000)
            let twice = try query.stepCount(40_000)
            #expect(twice < 5 * once / 2, "\(program): \(once), \(twice)")
        }
    }

    @Test("compare shared storage once") func shared() throws {
        for program in ["contains(.)", ". == .", "[., 1] == [., 1]"] {
            let query = try Query("[limit(60; [0] | recurse([., .]))] | last | \(program)")
            #expect(try query.stepCount(.null) < 10_000, "\(program)")
        }
    }
}
