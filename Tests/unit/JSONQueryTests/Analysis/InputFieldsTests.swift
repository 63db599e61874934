import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// A stage reads only the fields that `inputFields` names. One too few would be data lost without a word.
@Suite("The fields that a program looks at") struct InputFieldsTests {
    static let known: [(program: String, fields: Set<String>)] = [
        (".a", ["a"]), (".a.b, .c", ["a", "c"]), (".[\"x y\"]", ["x y"]), ("1", []), ("{a, b: .c}", ["a", "c"]), ("has(\"a\")", ["a"]),
        (".a as $x | .b | . + $x", ["a", "b"]), (". as $x | 1 | $x.a", ["a"]), ("if .a then .b else .c end", ["a", "b", "c"]),
        (".a // .b", ["a", "b"]), ("try .a catch .b", ["a"]), ("[.a[] | .b]", ["a"]), ("\"\\(.a) \\(.b)\"", ["a", "b"]),
        ("def f: .a; f, .b", ["a", "b"]), ("def f(g): .a | g; f(.b), .c", ["a", "c"]), ("def f(g): g; f(.b)", ["b"]),
        (".a | map(.b)", ["a"]), ("(.a, .b) | length", ["a", "b"]), ("reduce .a[] as $x (0; . + $x.b)", ["a"]),
        ("first(.a, .b)", ["a", "b"]), ("limit(.n; .a[])", ["n", "a"]), ("type", []),
        (".title | test(\"a\")", ["title"]), (".title | test(\"a\"; \"i\")", ["title"]), (".t | [match(\"a\"; \"g\").offset]", ["t"]),
        (".t | capture(\"(?<x>a)\") | .x", ["t"]), (".t | sub(\"a\"; \"b\")", ["t"]), (".t | gsub(\"(?<x>a)\"; .x)", ["t"]),
        (". as $r | .t | gsub(\"a\"; $r.u)", ["t", "u"]),
        ("(.client // .title) | ascii_downcase | gsub(\"[^a-z0-9]+\"; \"-\")", ["client", "title"]),
        (".t | test($ENV.p // .q; .f)", ["t"]), (". as $r | {} | getpath([$r.a])", ["a"]), (". as $r | \"x\" | test($r.p)", ["p"]),
        ("label $f | .a, break $f", ["a"]), (".a | walk(.)", ["a"]), (".a | .. | .b?", ["a"]), ("path(.a)", ["a"]), (".a | tojson", ["a"]),
    ]

    @Test("are all named", arguments: known) func fields(_ program: String, _ fields: Set<String>) throws {
        #expect(try Query(program).inputFields == fields)
    }

    @Test(
        "are unknown where the whole input counts",
        arguments: [
            ".", "..", "keys", ".[]", "length", "tojson", ". as $x | $x", "{a, b: .}", "[.]", "map(.)", "to_entries", ".a |= 1", "del(.a)",
            ".[.k]", "with_entries(.)", "\"\\(.)\"", ". == 1", "reduce 1 as $x (.; .)", "reduce .b as $x (.; .a)", "def f: .; f",
            "def f($x): $x; f(.)", "test(\"a\")",
            "try error catch .", "first(.)", "@json", "walk(.)", "paths", "getpath([\"a\"])", ". as {a: $x} | $x", "recurse", "input, .",
            "def f: if .a then .b | f else . end; f", ".\"\u{e9}\", .\"e\u{301}\"", "error", "1 as $x | $x, .", "has(.k)",
        ])
    func whole(_ program: String) throws {
        #expect(try Query(program).inputFields == nil)
    }

    static let wanted: [(program: String, fields: Set<String>)] = [
        (".a", ["a"]), (".a.b, .c", ["a", "c"]), (". + {x: .a}", ["a"]), ("{a, b: .c}", ["a", "c"]),
        (".a?", []), (".a.b?", []), (".a[]?", []), (".a[0:1]?", []), ("try .a", []), ("try .a catch .b", []), (".a // .b", []),
        (".a // .b // 1 | [., 1]", []), ("has(\"a\")", []), ("if .a then .b else .c end", []), (".a == null", []), ("null == .a", []),
        (".a != null", ["a"]), (".a == 1", ["a"]), ("select(.a)", ["a"]), ("select(.a > 1) | .b", ["a", "b"]), ("select(.a // .b)", []),
        ("select(if .a then .b else .c end)", []), (".a = 1", []), (".a |= . + 1", []), (".a += .b", ["b"]), (".a //= .b", ["b"]),
        ("has(\"a\") and .a > 1", []), (".a as $x | if $x then 1 else .b end", ["a"]), ("del(.a)", ["a"]),
        ("def f: .a; f // 1", []), ("def f: .a; f", ["a"]), ("[.a[] | .b // 0]", ["a"]), (".", []), ("..", []), ("to_entries", []),
        ("\"\\(.a) \\(.b // 1)\"", ["a"]), (".a | map(.b?)", ["a"]), ("sort_by(.a)", []), ("any(.a; .)", ["a"]),
    ]

    @Test("are wanted where the program does not handle their absence", arguments: wanted)
    func wants(_ program: String, _ fields: Set<String>) throws {
        #expect(try Query(program).wantedFields == fields)
    }

    /// Programs that hide what they look at.
    static let tricky: [String] = [
        ". as $r | [1] | map($r.a)", ". as $r | def f: $r.b; {} | f", "def f(g): 1 | g; . as $r | f($r.a)",
        ". as $r | reduce (1, 2) as $i (null; $r.c)", ". as $r | foreach (1, 2) as $i (0; . + $i; $r.a)",
        "[.a, .b] as [$x, $y] | $y", "reduce .c[] as [$k, $v] ({}; .[$k] = $v)", "def f: def g: .a; g; f, (.b | tostring)",
        ". as $r | \"k\" | {(.): $r.a}", ". as $r | [\"a\"] | getpath([0]) as $k | $r[$k]", ". as $r | null | getpath([\"x\", $r.b])",
        "def w: if type == \"object\" then .a else . end; w", ". as $r | try error(\"x\") catch $r.c", "(.a | . as $x | .) as $y | .b",
        "limit(1; .a, .b)", "[limit(2; .c[], .a)]", "isempty(.c[])", "any(.c[]; .[1] == 2)", "[.c[] | .[0]] | join(.[0])",
        ". as $r | [3] | until(length > 2; . + [$r.a])", "def r($n): if $n > 0 then r($n - 1) else 0 end; . as $q | r(3), $q.a",
        ". as $r | def r(f): if . > 2 then f else . + 1 | r(f) end; 0 | r($r.b)", "{} | .x = 1 | .y = .x", ".a as $v | {} | .x |= $v",
        ". as $r | [1, 2] | map_values($r.a)", "[.c[] | select(.[1] > 1)]", ".c | map(.[1]) | add", "if has(\"zz\") then 1 else .a end",
        "\"\\(.b)\" | test(\"x\")", ". as $r | \"b\" | sub(\"(?<l>.)\"; $r[.l])", "[.b, \"q\"] | map(ascii_upcase)",
        "INDEX(.c[]; .[0]) | keys",
        "label $out | foreach .c[] as $x (0; . + $x[1]; if . > 1 then ., break $out else . end)", ".a?, .b?", "[.c[]?[0]?]",
        ". as $r | \"abc\" | .[($r.a):]", "(1, 2) as $x | .a + $x", "[range(.a)]", "[range(0; .a; 1)]", "error(.b)?",
        ". as $r | now | $r.a",
    ]

    private static func outcome(_ query: Query, _ input: JSONValue) throws -> String {
        let (outputs, error) = try QueryExample.run(query, input, limits: QueryLimits(maxSteps: 1_000_000))
        return outputs.joined(separator: " ") + (error == nil ? "" : " and an error")
    }

    @Test("are never too few", arguments: tricky + known.map(\.program)) func enough(_ program: String) throws {
        let query = try Query(program)
        guard let fields = query.inputFields else { return }
        let whole = try JSONValue(parsing: #"{"a":2,"b":"l","c":[["x",1],["y",2]],"l":"found","zz":0,"t":"aba","title":"a","p":"x","n":1}"#)
        var part = JSONObject()
        for member in try #require(whole.object) where fields.contains(member.key) { part[member.key] = member.value }
        let found = try Self.outcome(query, .object(part))
        #expect(try found == Self.outcome(query, whole))
    }

    @Test(
        "are never too few in jq's own tests",
        .needs(SharedData.exists("jq/cases.json"), "needs the shared test data"))
    func enoughForConformance() throws {
        var compared = 0
        for test in try ConformanceCase.all() where !test.mustFail && !ConformanceTests.deep.contains(test.index) {
            guard let query = try? Query(test.program), let fields = query.inputFields,
                let whole = try? JSONValue(parsing: test.input), let object = whole.object, !test.program.contains("now")
            else { continue }
            var part = JSONObject()
            for member in object where fields.contains(member.key) { part[member.key] = member.value }
            let found = try Self.outcome(query, .object(part))
            let expected = try Self.outcome(query, whole)
            #expect(found == expected, "\(test.testDescription)")
            compared += 1
        }
        #expect(compared > 20)
    }
}
