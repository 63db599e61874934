import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// How the work of built-in functions grows with their input, in steps, and whether all of it is counted.
@Suite("Work of built-in functions", .startsOnIdlePool, .timeLimit(.minutes(5)))
struct BuiltInWorkTests {
    /// What a program runs on.
    enum Input: String, Sendable {
        case numbers, strings, object, records, text, json

        /// - Parameter isText: Whether the value is undecoded.
        func value(_ count: Int, isText: Bool) throws -> JSONValue {
            let built: JSONValue =
                switch self {
                case .numbers: .array((0..<count).map { .number(JSONNumber($0 * 7919 % 1_000_003)) })
                case .strings: .array((0..<count).map { .string("text number \($0 * 7919 % 1_000_003)") })
                case .object: .object(JSONObject((0..<count).map { ("key \($0)", .number(JSONNumber($0))) }))
                case .records: .array((0..<count).map { ["key": .string("key \($0)"), "value": .number(JSONNumber($0 % 100))] })
                case .text: .string(String(repeating: "some text, é. ", count: count))
                case .json: .string("[" + String(repeating: "[1,\"a\"],", count: count) + "0]")
                }
            return isText ? try JSONValue(parsing: built.compactText) : built
        }
    }

    /// A program and what it runs on.
    struct Example: Sendable, CustomTestStringConvertible {
        let program: String
        let input: Input
        var testDescription: String { "\(program) of \(input.rawValue)" }
    }

    private static func examples(_ input: Input, _ programs: [String]) -> [Example] {
        programs.map { Example(program: $0, input: input) }
    }

    static let linear: [Example] =
        examples(
            .numbers,
            [
                "length", "add", "add(.[])", "any(. < 0)", "all(. >= 0)", "min", "max", "min_by(-.)", "max_by(-.)", "sort",
                "sort_by(-.)", "group_by(. % 10)", "unique", "unique_by(. % 10)", "reverse", "flatten", "map([.]) | flatten",
                "map([.]) | transpose", "tojson", "tostring", "map(tostring)", "@json", "@csv", "@tsv", "@sh", "@text", "join(\",\")",
                "index(5)", "indices(5)", "indices([1, 2])", "contains([5])", ". - [1, 2]", ". - .", ". + .", ". == .", ". < .",
                "first(.[])", "last(.[])", "limit(5; .[])", "skip(5; .[])", "nth(5; .[])", ".[1:-1]", ".[5:]", "keys", "to_entries",
                "map(select(. > 5))", "[.[] | if . > 5 then . else 0 end]", "[range(length)]", "[range(length) as $i | .[$i]]",
                ". as $a | [range(length)] | map($a[.])", "[foreach .[] as $x (0; . + $x)]", "reduce .[] as $x ([]; . + [$x])",
                "reduce .[] as $x (\"\"; . + \"x\")", "reduce .[] as $x ({}; . + {\"\\($x)\": 1})",
                "reduce .[] as $x ({}; .[\"\\($x)\"] = 1)",
                "reduce recurse(if . > 0 then .[1:] | select(false) else empty end) as $x ([]; . + [$x])",
                "length as $n | def f: if . < $n then ., (. + 1 | f) else empty end; reduce (0 | f) as $x ([]; . + [$x]) | length",
                "length as $n | [] | until(length >= $n / 100; . + [1])", "[.[:1000] | combinations(1)]", "walk(.)", "tojson | fromjson",
                "map([.]) | map(first)", "IN(5)", "INDEX(.)", "@html", "@uri", "@base64", "tostring | ascii_downcase", "bsearch(7)",
                "map(. * 2 | floor)", "map(todate)", "implode | explode", "map(isnan) | any", "tostream", "[paths]", "getpath([5])",
                "[.[] as [$a] ?// $a | $a]", "[label $out | .[] | if . < 0 then break $out else . end]", "[.[] | try error catch .]",
                "(.[5:10] | add), length", "[splits(\"a\")?]", "map({key: tostring, value: .}) | from_entries", "map(abs)", "toarray",
                "[limit(3; repeat(1))]", "pick(.[3])",
            ])
        + examples(
            .strings,
            [
                "sort", "unique", "group_by(.)", "add", "join(\"-\")", "map(length)", "map(ascii_upcase)", "map(test(\"7\"))",
                "map(sub(\"t\"; \"T\"))", "map(split(\" \"))", "index(\"text number 5\")", "contains([\"text number 7919\"])",
                "map(ltrimstr(\"text\"))", "map(explode | implode)", "min", "max", ". - [\"a\"]", "INDEX(.)", "map({(.): 1}) | add",
                "@csv", "@sh", "@json", "map(@base64 | @base64d)", "map(tojson | fromjson)", "to_entries", "tojson",
                "[.[] | capture(\"(?<n>[0-9]+)\")]", "map(gsub(\"[aeiou]\"; \"\"))", "reduce .[] as $x (\"\"; . + $x)",
            ])
        + examples(
            .object,
            [
                "keys", "keys_unsorted", "length", "to_entries", "with_entries(.)", "map_values(. + 1)", "add", "map(.)",
                "has(\"key 5\")", ".[\"key 5\"]", "tojson", ". == .", ". + {a: 1}", ". * {a: 1}", ". + .", "[.[]]", "[..]", "walk(.)",
                "[paths]", "tostream", "contains({\"key 5\": 5})", "del(.a)", "first(.[])", "any(. < 0)",
                ". as $o | [range(length) | $o[\"key \\(.)\"]]", "[.[\"key 1\", \"key 2\", \"key 3\"]]",
                ". as $o | [range(length) | $o[\"key 1\"]] | length", ". as $o | keys | map(. as $k | $o | has($k)) | all",
                ". as $o | [range(length) | $o.a] | length",
            ])
        + examples(
            .records,
            [
                "map(.key)", "sort_by(.key)", "group_by(.value)", "unique_by(.value)", "min_by(.value)", "from_entries", "INDEX(.key)",
                "map(select(.value > 5))", "map(.value) | add", "reduce .[] as $r ({}; .[$r.key] += $r.value)",
                "reduce .[] as {$key, $value} ({}; .[$key] = $value)", "[.[] | {key, n: .value}]",
                "(map({(.key): .}) | add) as $t | map($t[.key].value)", "INDEX(.key) as $t | map($t[.key].value)",
                "[JOIN(INDEX(.key); .key)]", "map(has(\"key\"))", "map(to_entries)", "map(.key as $k | .value as $v | [$k, $v])",
                "[.[].key]", ". == .", "[foreach .[] as $r (0; . + $r.value)]", "map(.value |= . + 1)", "map(del(.value))",
                "contains([{key: \"key 5\"}])",
            ])
        + examples(
            .text,
            [
                "length", "utf8bytelength", "explode", "ascii_downcase", "ascii_upcase", "split(\",\")", "split(\"\")",
                "[splits(\",\")]", "gsub(\",\"; \";\")", "gsub(\"\"; \"-\")", "[match(\"e\"; \"g\").offset]", "[scan(\"t.\")]",
                "test(\"x$\")", "test(\"(?i)É!\")", "[scan(\"é\")] | length", "index(\"x!\")", "indices(\",\")", "startswith(\"a\")",
                "ltrimstr(\"some\")", "trim", "tojson", "@html", "@uri", "@base64", "@base32", "@sh", "tojson | fromjson", ". + .",
                ". * 2", ". / \",\"", ". == .", "contains(\"x!\")", "\"\\(.)!\"", ".[5:]", "[., .] | join(\"\")", "sub(\"x\"; \"y\")",
                "[scan(\"(?<w>[a-z]+)\")] | length", "[match(\"\\\\w+\"; \"g\").string] | length", "@json",
                "ascii_downcase | split(\" \") | unique", "tostring",
            ])
        + examples(.json, ["fromjson", "fromjson | length", "fromjson | map(.)", "try fromjson catch .", "[fromjson[] | tojson]"])

    @Test("grows as the input does: twice the input takes at most 2.3 times the steps", arguments: linear, [false, true])
    func isLinear(_ example: Example, _ isText: Bool) throws {
        let query = try Query(example.program)
        let counts = try [1000, 2000].map { try query.stepCount(try example.input.value($0, isText: isText)) }
        #expect(Double(counts[1]) <= 2.3 * Double(counts[0]) + 3000, "\(counts)")
    }

    /// Programs that a loop made slow without a charge, or that scanned a text again and again, with limits that they keep now.
    static let repeated: [(program: String, input: Input, steps: Int)] = [
        (". as $x | [range(3000) | $x[.]] | length", .numbers, 20_000),
        (". as $x | [range(3000) | $x[\"key \\(.)\"]] | add", .object, 60_000),
        (". as $x | [range(3000) | $x.a] | length", .object, 60_000),
        (". as $x | [range(3000) | $x | has(\"key 1\")] | length", .object, 60_000),
    ]

    @Test("stays small where a program looks into one undecoded value again and again", arguments: repeated)
    func looks(_ program: String, _ input: Input, _ steps: Int) throws {
        #expect(try Query(program).stepCount(try input.value(3000, isText: true)) < steps)
    }

    /// Programs that took seconds or minutes for few steps.
    static let charged: [(program: String, input: Input)] = [
        ("range(1e9) | try -. catch 0", .object), ("range(1e9) as $i | try {(.): 1} catch 0", .object),
        (". as $x | [range(1000) | $x] | transpose", .numbers),
        (". as $x | range(1e9) | {a: $x} * {a: {b: 1}}", .object),
        ("\"[\" + (\"é\" * 9000) + \"]\" as $p | (\"ü\" * 9000) | test($p)", .text),
        ("(\"(?<x>a)|\" * 900 + \"\\\\k<x>\" * 900) as $p | (\"b\" * 9000) | test($p)", .text),
        ("range(1e9) | (\"%y\" * 30000) as $f | 0 | strftime($f)", .text),
        ("range(1e9) | (\" \" * 60000) as $f | try strptime($f) catch 0", .text),
        ("foreach range(1e9) as $i ([]; . + [\"a text that is long: \\($i)\"]; empty)", .text),
    ]

    @Test("is counted, also by element and by byte of what a step goes through", arguments: charged)
    func isCharged(_ program: String, _ input: Input) throws {
        let query = try Query(program)
        let error = #expect(throws: QueryRuntimeError.self) {
            try query.run(try input.value(3000, isText: true), limits: QueryLimits(maxSteps: 300_000)) { _ in }
        }
        #expect(error?.message == "the program took more than 300000 steps")
    }

    @Test("on patterns and formats of hostile length is refused") func sizes() throws {
        let pattern = "(\"é\" * 40000) as $p | \"b\" | test($p)"
        #expect(throws: QueryRuntimeError.self) { try Query(pattern).all(.null) }
        #expect(throws: QueryRuntimeError.self) { try Query("\"%c\" * 40000 as $f | 0 | strftime($f)").all(.null) }
        #expect(throws: QueryRuntimeError.self) { try Query("(\"[\" + \"é\" * 30000 + \"]\") as $p | \"b\" | test($p * 4)").all(.null) }
    }
}
