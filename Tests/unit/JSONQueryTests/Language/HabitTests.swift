import JSONQuery
import Testing

/// Wrong programs in the style of other languages. Each gets one message, at the place that it is about.
@Suite("Habits from other languages") struct HabitTests {
    @Test("get a hint", arguments: operators + paths + words + calls + brackets + literals) func hints(_ example: QueryErrorTests.Example) {
        #expect(throws: example.error) { try Query(example.program) }
    }

    static let operators: [QueryErrorTests.Example] = [
        .init(".a ?? \"x\"", "\"??\" is no operator; use \"//\", as in `.a // \"none\"`", at: 3),
        .init(".a ? .b : .c", "`a ? b : c` is not jq; use `if a then b else c end`", at: 3),
        .init(".a > 1 ? \"x\" : \"y\"", "`a ? b : c` is not jq; use `if a then b else c end`", at: 7),
        .init("{a: (.b ? 1 : 2)}", "`a ? b : c` is not jq; use `if a then b else c end`", at: 8),
        .init(
            "map(x => x.a)", "\"=>\" is no operator; arguments are programs, as in `map(.a)`, and \"at least\" is \">=\"", at: 6),
        .init("map(x -> x.a)", "\"->\" is no operator; arguments are programs, as in `map(.a)`", at: 6),
        .init(".a =< 1", "\"=<\" is no operator; use \"<=\"", at: 3),
        .init(".a <> 1", "\"<>\" is no operator; use \"!=\"", at: 3),
        .init(".a := 1", "\":=\" is no operator; use \"=\"", at: 3),
        .init(".a++", "\"++\" is no operator; use `+= 1`", at: 2),
        .init(".a--", "\"--\" is no operator; use `-= 1`", at: 2),
        .init(".a ** 2", "\"**\" is no operator; use `pow(a; b)`", at: 3),
        .init(".a ^ 2", "\"^\" is no operator; use `pow(a; b)`", at: 3),
        .init(".a & .b", "\"&\" is no operator; use \"and\", and for a program as argument `sort_by(.a)`", at: 3),
        .init("sort_by(&a)", "\"&\" is no operator; use \"and\", and for a program as argument `sort_by(.a)`", at: 8),
        .init(".a ~ \"x\"", "\"~\" is no operator; use `| test(\"…\")` behind the text", at: 3),
        .init(".a =~ \"x\"", "\"=~\" is no operator; use \"| test(\\\"…\\\")\" behind the text", at: 3),
        .init(".a |> .b", "\"|>\" is no operator; use \"|\"", at: 3),
        .init(".a /* x */", "a comment begins with \"#\"", at: 3),
        .init("[...(.a), 1]", "\"...\" is no operator; lists and objects are joined by \"+\"", at: 1),
        .init("{...(.a)}", "\"...\" is no operator; lists and objects are joined by \"+\"", at: 1),
        .init(".a == `b`", "strings stand in double quotes", at: 6),
        .init(".a == ‘b’", "‘ is a typographic quotation mark; strings stand in straight ones, \"", at: 6),
    ]

    static let paths: [QueryErrorTests.Example] = [
        .init(".a[*].b", "`[*]` is JSONPath; use `[]`", at: 2),
        .init("items[*].name", "`[*]` is JSONPath; use `[]`", at: 5),
        .init(".a[?(@.b > 1)]", "`[?…]` is JSONPath or JMESPath; use `.items[] | select(…)`", at: 2),
        .init(".a.*", "`.*` is JSONPath; use `.[]`", at: 2),
        .init("..name", "`..name` is JSONPath; use `.. | .name?`", at: 0),
        .init(".a..b", "`..` begins a path; use `.a | .. | .b?`", at: 2),
        .init("map(@.a)", "\"@\" stands for the value in JSONPath and JMESPath; in jq that is `.`", at: 4),
        .init("length(@)", "\"@\" stands for the value in JSONPath and JMESPath; in jq that is `.`", at: 7),
        .init("map($.a)", "\"$\" begins the name of a variable; the input is `.`", at: 4),
        .init(".a.0", "an element is `[0]`", at: 2),
        .init(".a[0].1.b", "an element is `[1]`", at: 5),
        .init(".dc:title", "such a key stands in quotation marks: `.[\"dc:title\"]`", at: 0),
        .init(".@type", "such a key stands in quotation marks: `.[\"@type\"]`", at: 0),
        .init("{a: .b.@id}", "such a key stands in quotation marks: `.[\"@id\"]`", at: 6),
        .init(".$ref", "such a key stands in quotation marks: `.[\"$ref\"]`", at: 0),
        .init(".größe", "such a key stands in quotation marks: `.[\"größe\"]`", at: 0),
        .init(".a.名前 | length", "such a key stands in quotation marks: `.[\"名前\"]`", at: 2),
    ]

    static let words: [QueryErrorTests.Example] = [
        .init(".a AND .b", "use \"and\" in lower case", at: 3),
        .init(".a OR .b", "use \"or\" in lower case", at: 3),
        .init(".a is null", "use \"==\" or \"!=\", as in `.a == null`", at: 3),
        .init(".a in [1, 2]", "use `.a | IN(1, 2)`, or `IN(.list[])`", at: 3),
        .init(".a not in [1]", "use \"| not\" behind the condition", at: 3),
        .init(".a like \"x%\"", "use `| test(\"…\")` behind the text", at: 3),
        .init(".a between 1 and 2", "use `.a >= 1 and .a <= 2`", at: 3),
        .init(".a contains \"x\"", "a function follows a pipe: `… | contains`", at: 3),
        .init(".x if .c else .y", "a choice is `if a then b else c end`", at: 3),
        .init("for x in .a", "jq has no \"for\"; `.items[] | …` takes each item", at: 0),
        .init("let x = 1", "a variable is `.a as $name | …`", at: 0),
        .init("const $x = 1", "a variable is `.a as $name | …`", at: 0),
        .init(".[] | return 1", "jq has no \"return\"; what a program gives is its result", at: 6),
        .init("function f(x) { x }", "a function is `def name(f): …;`", at: 0),
        .init("lambda x: x", "a function is `def name(f): …;`", at: 0),
        .init("SELECT a FROM b", "this is SQL, and not jq; use `.[] | select(.a > 1) | {a, b}`", at: 0),
        .init(".a == None", "None/0 is not defined", at: 6, meant: "null"),
        .init(".a == undefined", "undefined/0 is not defined", at: 6, meant: "null"),
        .init("this.title", "this/0 is not defined", at: 0, meant: "."),
    ]

    static let calls: [QueryErrorTests.Example] = [
        .init(".a | startswith \"x\"", "arguments stand in parentheses: `startswith(…)`", at: 5),
        .init(".a | join: \", \"", "arguments stand in parentheses: `join(…)`", at: 5),
        .init(".a | length()", "a function without arguments has no parentheses: `length`", at: 12),
        .init("$sum(.a)", "`$sum(…)` is JSONata; functions have no \"$\"; did you mean `add`?", at: 0),
        .init(".a | sub(\"a\", \"b\")", "sub/1 is not defined; there is sub/2, sub/3; arguments are separated by \";\"", at: 5),
        .init(".a | replace(\"a\"; \"b\")", "replace/2 is not defined", at: 5, meant: "gsub"),
        .init(".a | downcase", "downcase/0 is not defined", at: 5, meant: "ascii_downcase"),
        .init(".a | default(\"x\")", "default/1 is not defined", at: 5, meant: ".a // .b"),
        .init(".a | urlencode", "urlencode/0 is not defined", at: 5, meant: "@uri"),
        .init(".a | truncate(20)", "truncate/1 is not defined", at: 5, meant: ".[0:10]"),
        .init("substr(.a; 0; 3)", "substr/3 is not defined", at: 0, meant: ".[0:10]"),
        .init("def f(a, b): 1; f", "parameters are separated by \";\"", at: 7),
        .init("f\"{.a}\"", "values stand in a text as `\"\\(.a)\"`", at: 0),
    ]

    static let brackets: [QueryErrorTests.Example] = [
        .init("(.a | map(.b)", "expected \")\" for `(.a | map(.b)`, found the end of the program", at: 13),
        .init("[.a[] | {b: .c]", "expected \"}\" for `{b: .c`, found \"]\"", at: 14),
        .init(".a[1 | .b", "expected \"]\" for `[1 | .b`, found the end of the program", at: 9),
        .init("map(.a | .b", "expected \")\" for `map(.a | .b`, found the end of the program", at: 11),
        .init("if .a then 1 else 2 | .b", "expected \"end\" for `if .a then 1 else 2 | .b`, found the end of the program", at: 24),
        .init(
            "if .a then 1 elif .b then 2 else 3", "expected \"end\" for `if .a then 1 elif .b then 2 el…`, found the end of the program",
            at: 34),
        .init("if .a\n  1 else 2 end", "expected \"then\" for `if .a`, found \"1\"", at: 8),
        .init("if .a { 1 }", "a condition is `if … then … else … end`", at: 6),
        .init("if .a: 1", "a condition is `if … then … else … end`", at: 5),
        .init("\"a \\(.b | .c\"", "expected \")\" for `\\(.b | .c`, found a string", at: 12),
        .init("reduce .[] as $x (0; . + $x", "expected \")\" for `reduce .[] as $x (0; . + $x`, found the end of the program", at: 27),
        .init("def f: .a", "expected \";\" for `def f: .a`, found the end of the program", at: 9),
        .init("[1, 2,]", "a list has no comma at its end", at: 6),
        .init(".a)", "expected an operator or the end of the program, found \")\"; nothing that it closes is open", at: 2),
        .init(".a; .b", "expected an operator or the end of the program, found \";\"; steps are joined by \"|\"", at: 2),
        .init("\"a\" \"b\"", "texts are joined by \"+\", or stand in one: `\"\\(.a) \\(.b)\"`", at: 4),
    ]

    static let literals: [QueryErrorTests.Example] = [
        .init(".a | test(\"a(b\")", "a(b (at offset 0) is not a valid regex: end pattern with unmatched parenthesis", at: 14),
        .init(".a | test(\"[a\"; \"x\")", "[a (at offset 0) is not a valid regex: premature end of char-class", at: 13),
        .init(
            ".a | gsub(\"\\\\d{2,1}x\"; \"\")", "\\d{2,1}x (at offset 0) is not a valid regex: upper is smaller than lower in repeat",
            at: 19),
        .init(
            "label $out | label $in | break $oot", "the label $oot is not defined", at: 31, meant: "$out"),
        .init("\"a\\d\"", "\\d is no escape of a string; `\\\\d` gives a backslash", at: 2),
    ]

    @Test(
        "do not disturb correct programs",
        arguments: [
            ".a ?? .b", ".a? // .b", "{a: .b?, c: 1}", ".a as [$x, $y] | {$x, y: $y}", "..|.a?", "[.. | numbers]", ".\"dc:title\"?",
            "not .a?",
            "select(.a = 1)", "def f(a; b): a, b; f(1; 2)", "@base64 \"x\\(.)\"", "{\"a b\": 1}[\"a b\"]", "if .a? then 1 end", ".[-1:]?",
            "{(1, 2 | tostring): 3}", "[.[]?] | map(-.)", "reduce .[]? as $x (0; . + $x)", "{a:1,}", "label $f | 1, break $f, 2",
        ])
    func correct(_ program: String) throws {
        _ = try Query(program)
    }
}
