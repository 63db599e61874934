import JSONQuery
import Testing

@Suite("Errors of programs") struct QueryErrorTests {
    /// A wrong program, and what is said about it.
    struct Example: Sendable, CustomTestStringConvertible {
        let program: String
        let error: QueryError
        var testDescription: String { program }

        init(_ program: String, _ message: String, at offset: Int, meant suggestion: String? = nil) {
            self.program = program
            error = QueryError(message, offset: offset, suggestion: suggestion)
        }
    }

    static let examples: [Example] = [
        .init(".a | selct(.b)", "selct/1 is not defined", at: 5, meant: "select"),
        .init("map(ascii_downcas)", "ascii_downcas/0 is not defined", at: 4, meant: "ascii_downcase"),
        .init("\"é\" | nothing_like_it(1)", "nothing_like_it/1 is not defined", at: 7),
        .init("GROUP_BY(.a)", "GROUP_BY/1 is not defined", at: 0, meant: "group_by"),
        .init("map", "map/0 is not defined; there is map/1", at: 0),
        .init("1 | range", "range/0 is not defined; there is range/1, range/2, range/3", at: 4),
        .init("def twice: .; .a | twce", "twce/0 is not defined", at: 19, meant: "twice"),
        .init(". as $item | $itm", "the variable $itm is not defined", at: 13, meant: "$item"),
        .init("label $out | break $oot", "the label $oot is not defined", at: 19, meant: "$out"),
        .init("\"abc\" | @foo \"x\"", "foo is not a valid format", at: 8),
        .init("\"abc\" | @foo \"x\\(.)\"", "foo is not a valid format", at: 8),
        .init("{a: 1, @jso \"k\": 2}", "jso is not a valid format", at: 7, meant: "@json"),
        .init(".a | @csw", "csw is not a valid format", at: 5, meant: "@csv"),
        .init(".a && .b", "\"&&\" is no operator; use \"and\"", at: 3),
        .init(".a || .b", "\"||\" is no operator; use \"or\"", at: 3),
        .init("select(!.a)", "\"!\" is no operator; use \"| not\" behind the condition", at: 7),
        .init(".a == 'b'", "strings stand in double quotes", at: 6),
        .init(".a \u{1} .b", "the character \"\u{1}\" cannot stand here", at: 3),
        .init(".a === .b", "\"===\" is no operator; use \"==\"", at: 3),
        .init(".a !== .b", "\"!==\" is no operator; use \"!=\"", at: 3),
        .init(
            "article", "article/0 is not defined: this is a jq program; did you mean `.article`, or the text `\"article\"`?", at: 0),
        .init(
            ".kind == article", "article/0 is not defined: this is a jq program; did you mean `.article`, or the text `\"article\"`?",
            at: 9),
        .init(
            "lenght", "lenght/0 is not defined: this is a jq program; did you mean \"length\", `.lenght`, or the text `\"lenght\"`?",
            at: 0),
        .init("id > 2", "id/0 is not defined: this is a jq program; did you mean `.id`, or the text `\"id\"`?", at: 0),
        .init("id", "id/0 is not defined: this is a jq program; did you mean `.id`, or the text `\"id\"`?", at: 0),
        .init("Length > 2", "Length/0 is not defined: this is a jq program; did you mean `.Length`, or the text `\"Length\"`?", at: 0),
        .init(".a | Length", "Length/0 is not defined", at: 5, meant: "length"),
        .init("tag == 1", "tag/0 is not defined: this is a jq program; did you mean \"tan\", `.tag`, or the text `\"tag\"`?", at: 0),
        .init("select(lenght > 2)", "lenght/0 is not defined", at: 7, meant: "length"),
        .init(".some-key", "`.some-key` is a subtraction; did you mean `.[\"some-key\"]`?", at: 0),
        .init("{a: .b.my-long-key}", "`.my-long-key` is a subtraction; did you mean `[\"my-long-key\"]`?", at: 6),
        .init("$.items[*]", "$.items[*] is JSONPath, and not jq; did you mean `.items[]`?", at: 0),
        .init("$['a'].b.*", "$['a'].b.* is JSONPath, and not jq; did you mean `.[\"a\"].b[]`?", at: 0),
        .init("$..items[?(@.a)]", "$..items[?(@.a)] is JSONPath, and not jq; items of a list `.a` are `.a[]`", at: 0),
        .init("len(.x)", "len/1 is not defined", at: 0, meant: "length"),
        .init(".x | toUpper", "toUpper/0 is not defined", at: 5, meant: "ascii_upcase"),
        .init(".x.lower()", "values have no methods; did you mean `.x | ascii_downcase`?", at: 2),
        .init(".x.y.contains('a')", "values have no methods; did you mean `.x.y | contains(\"a\")`?", at: 4),
        .init(".x.split(\",\")", "values have no methods; did you mean `.x | split(\",\")`?", at: 2),
        .init(".x.replace(\".\", \"-\")", "values have no methods such as `.replace(…)`; jq has `gsub`", at: 2),
        .init(".x[0:4].upper()", "values have no methods such as `.upper(…)`; jq has `ascii_upcase`", at: 7),
        .init(".x.filter(.a)", "values have no methods such as `.filter(…)`; jq has `map(select(…))`", at: 2),
        .init(".x.nosuch(1)", "values have no methods such as `.nosuch(…)`", at: 2),
        .init(".a == “b”", "“ is a typographic quotation mark; strings stand in straight ones, \"", at: 6),
        .init("é", "the character \"é\" cannot stand here", at: 0),
        .init(".a |", "expected an expression, found the end of the program", at: 4),
        .init("(.a", "expected \")\" for `(.a`, found the end of the program", at: 3),
        .init("[1, 2", "expected \"]\" for `[1, 2`, found the end of the program", at: 5),
        .init("if . then 1", "expected \"end\" for `if . then 1`, found the end of the program", at: 11),
        .init("{a b}", "expected \":\", \",\" or \"}\", found \"b\"", at: 3),
        .init("{1: 2}", "a number cannot be an object key; use a string", at: 1),
        .init("{(1): 2}", "Cannot use number (1) as object key", at: 2),
        .init("1 == 2 == 3", "\"==\" cannot follow an operator of its own kind; use parentheses", at: 7),
        .init("\"abc", "the string is not closed", at: 0),
        .init("\"a\\qb\"", "\\q is no escape of a string; `\\\\q` gives a backslash", at: 2),
        .init("\"a\\u12\"", "\\u needs four hexadecimal digits", at: 2),
        .init("@ \"x\"", "a format needs a name, such as @json", at: 0),
        .init("import \"a\" as a; .", "modules are not supported; \"definitions\" of the pipeline file hold shared functions", at: 0),
        .init("reduce .[] as x (0; 1)", "expected a $name, \"[\" or \"{\", found \"x\"", at: 14),
    ]

    @Test("say what, where, and what was meant", arguments: examples) func errors(_ example: Example) {
        #expect(throws: example.error) { try Query(example.program) }
    }

    @Test("may be shown as one line") func description() {
        #expect(
            QueryError("x is not defined", offset: 3, suggestion: "y").description == "x is not defined (at byte 3); did you mean \"y\"?")
    }

    @Test("do not mistake \"!=\" for \"!\"") func unequal() throws {
        try QueryExample("", ".a != 1 and (.a|not)!=1", of: "{}", gives: "true").check()
    }
}
