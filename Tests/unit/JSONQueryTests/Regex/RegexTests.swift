import JSONParsing
import JSONQuery
import Testing

@Suite("Regular expressions") struct RegexTests {
    static let examples: [QueryExample] = [
        .init("test", #"test("B"), test("B"; "i")"#, of: #""abc""#, gives: ["false", "true"]),
        .init("offsets are counted in code points", #"match("b+") | [.offset, .length, .string]"#, of: #""é😀bbc""#, gives: #"[2,2,"bb"]"#),
        .init(
            "captures", #"match("(a)(?<n>x)?") | [.captures[] | [.name, .string, .offset]]"#, of: #""ba""#,
            gives: #"[[null,"a",1],["n",null,-1]]"#),
        .init("capture", #"capture("(?<a>[a-z]+)-(?<n>\\d+)")"#, of: #""xyz-14""#, gives: #"{"a":"xyz","n":"14"}"#),
        .init("scan", #"[scan("[a-z]+")], [scan("([a-z])(\\d)")]"#, of: #""a1 b2""#, gives: [#"["a","b"]"#, #"[["a","1"],["b","2"]]"#]),
        .init("splits", #"[splits(", *")], split("B"; "i")"#, of: #""a, b,c""#, gives: [#"["a","b","c"]"#, #"["a, ",",c"]"#]),
        .init(
            "sub and gsub", #"sub("a"; "b"), gsub("a"; "b"), gsub("(?<x>a)"; "<\(.x)>")"#, of: #""aXa""#,
            gives: [#""bXa""#, #""bXb""#, #""<a>X<a>""#]),
        .init("gsub with several outputs", #"[gsub("a"; "b", "c")]"#, of: #""aa""#, gives: #"["bb","cc"]"#),
        .init("empty matches", #"[match(""; "g") | .offset], gsub(""; "-")"#, of: #""ab""#, gives: ["[0,1,2]", #""-a-b-""#]),
        .init(
            "anchors", #"[match("^."; "g").string], test("b$"), test("\\Aa"), test("\\bb")"#, of: #""ab""#,
            gives: [#"["a"]"#, "true", "true", "false"]),
        .init("classes", #"[scan("[[:upper:]]|\\d|[^a-zA-Z0-9 ]")]"#, of: #""aB1 é""#, gives: #"["B","1","é"]"#),
        .init("properties", #"[scan("\\p{L}+")]"#, of: #""aé1ж""#, gives: #"["aé","ж"]"#),
        .init("greedy, lazy and possessive", #"[match("a+", "a+?", "a++").string]"#, of: #""aaa""#, gives: #"["aaa","a","aaa"]"#),
        .init(
            "counted repetitions", #"[match("a{2}", "a{2,}", "a{2,3}?").string]"#, of: #""aaaa""#,
            gives: #"["aa","aaaa","aa"]"#),
        .init("braces without a lower bound", #"test("^a{,2}$")"#, of: #""a{,2}""#, gives: "true"),
        .init(
            "look-around", #"[scan("a(?=b)")], [scan("(?<=b)a")], [scan("a(?!b)")], [scan("(?<!b)a")]"#, of: #""abaa""#,
            gives: [
                #"["a"]"#, #"["a"]"#, #"["a","a"]"#, #"["a","a"]"#,
            ]),
        .init(
            "back-references", #"[scan("(.)\\1") | .[0]], [match("(?<x>.)\\k<x>"; "g").string]"#, of: #""aabcc""#,
            gives: [#"["a","c"]"#, #"["aa","cc"]"#]),
        .init(
            "a match that begins with a back-reference to a look-ahead", #"[match("(?=(a|b+))\\1[bc]").string]"#, of: #""xabbc""#,
            gives: #"["ab"]"#),
        .init(
            "runs give back what has to follow", #"[match("a+a", "[a-z]+é?z", "(\\w+)\\b", "(?:a+|b)a", "é+[^a]", "(a*)b*a").string]"#,
            of: #""aazéé""#, gives: #"["aa","aaz","aazéé","aa","éé","aa"]"#),
        .init("atomic groups", #"test("(?>a+)ab"), test("(?:a+)ab")"#, of: #""aaab""#, gives: ["false", "true"]),
        .init("options inside", #"test("(?i)B"), test("(?i:B)C")"#, of: #""abc""#, gives: ["true", "false"]),
        .init("extended syntax", #"test("a  b # comment"; "x")"#, of: #""ab""#, gives: "true"),
        .init("a comment hides an escaped parenthesis", #"test("a(?#x\\)y)b")"#, of: #""ab""#, gives: "true"),
        .init("a match can begin at \\K", #"[match("a\\Kb"; "g") | [.offset, .string]]"#, of: #""abab""#, gives: #"[[1,"b"],[3,"b"]]"#),
        .init("a match can be empty at \\K", #"[match("a\\K"; "g") | [.offset, .length]]"#, of: #""aab""#, gives: "[[1,0]]"),
        .init(
            "group names are compared by their bytes", "[.[] | test(\"^(?<\u{e9}>a)(?<e\u{301}>b)\\\\k<\u{e9}>$\")]", of: #"["aba","abb"]"#,
            gives: "[true,false]"),
    ]

    @Test("match as in jq", arguments: examples) func matches(_ example: QueryExample) throws { try example.check() }

    private static let tooDeep = "groups and repeat operators are nested too deeply"

    /// Patterns that are wrong, and what is wrong with them.
    static let wrong: [(pattern: String, message: String)] = [
        ("(", "end pattern with unmatched parenthesis"),
        (")", "unmatched close parenthesis"),
        ("*", "target of repeat operator is not specified"),
        ("[a", "premature end of char-class"),
        ("[z-a]", "empty range in char class"),
        ("a{3,2}", "upper is smaller than lower in repeat"),
        ("a{100001}", "too big number is specified in repeat"),
        ("\\", "end pattern at escape"),
        ("(?#\\", "end pattern in group"),
        ("(?#", "end pattern in group"),
        ("(?z)", "undefined group option"),
        ("\\p{nosuch}", "invalid character property name {nosuch}"),
        ("\\k<9223372036854775807>", "invalid backref number/name"),
        ("\\k<-9223372036854775808>", "invalid backref number/name"),
        ("\\k<1001>", "invalid backref number/name"),
        ("\\k<99999999999999999999>", "undefined name <99999999999999999999> reference"),
        ("\\k<x>", "undefined name <x> reference"),
        ("(?=a\\K)", "\\K cannot stand in a look-around"),
        ("(?<!b\\K)", "\\K cannot stand in a look-around"),
        ("(?:(?=a(?:b|\\K)))", "\\K cannot stand in a look-around"),
        ("(?<=a*)", "invalid pattern in look-behind"),
        ("(?:){100000}{100000}{100000}", "the pattern is too large"),
        ("(?:abc){100000}", "the pattern is too large"),
        (String(repeating: "(", count: 41) + String(repeating: ")", count: 41), tooDeep),
        ("a" + String(repeating: "*", count: 40), tooDeep),
        (String(repeating: "(?:", count: 20) + "a" + String(repeating: "*)", count: 20), tooDeep),
        ("b|(?i)" + String(repeating: "(?:", count: 20) + "a" + String(repeating: ")?+", count: 20), tooDeep),
    ]

    @Test("from data that are wrong are an error of the run", arguments: wrong)
    func wrongAtRunTime(_ pattern: String, _ message: String) throws {
        let query = try Query("try (\"ab\" | match(.p; \"g\") // null) catch ., (.p as $p | \"ab\" | [match($p)])")
        #expect(throws: QueryRuntimeError("\(pattern) (at offset 0) is not a valid regex: \(message)")) {
            try query.all(["p": .string(pattern)])
        }
    }

    @Test("in the program that are wrong are an error of the program, inside the literal", arguments: wrong)
    func wrongAtCompileTime(_ pattern: String, _ message: String) throws {
        let literal = "\"" + pattern.replacing("\\", with: "\\\\") + "\""
        let error = try #require(throws: QueryError.self) { try Query(".a[] | test(\(literal))") }
        #expect(error == QueryError("\(pattern) (at offset 0) is not a valid regex: \(message)", offset: error.offset))
        #expect((13..<12 + literal.utf8.count).contains(error.offset))
    }

    @Test(
        "are checked in every function that takes them",
        arguments: [
            "test(\"(\")", "match(\"(\"; \"g\")", "capture(\"(\")", "scan(\"(\")", "split(\"(\"; null)",
            "splits(\"(\")", "sub(\"(\"; \"x\")", "gsub(\"(\"; .x)", "gsub(\"(\"; .x, .y)",
        ])
    func everywhere(_ call: String) throws {
        let program = Array(".a | \(call)".utf8)
        let quote = try #require(program.firstIndex(of: UInt8(ascii: "\"")))
        let error = QueryError("( (at offset 0) is not a valid regex: end pattern with unmatched parenthesis", offset: quote + 2)
        #expect(throws: error) { try Query(".a | \(call)") }
    }

    @Test("with flags that do not exist are an error of the program") func wrongFlags() {
        #expect(throws: QueryError("q is not a valid modifier string", offset: 5)) { try Query(".a | test(\"a\"; \"q\")") }
        #expect(throws: QueryError("number not a string or array", offset: 0)) { try Query("test(1)") }
    }

    /// Work that a few characters cause, and that ends at the limit of steps.
    static let endless: [(name: String, program: String)] = [
        ("backtracking with a back-reference", #"("a" * 200 + "cb") | test("(a*)*[b](a|aa)+\\1$")"#),
        ("look-behind of many lengths", #"("b" * 30000) | test("(?<=a.{0,999})")"#),
        ("look-behind within a loop", #"("b" * 3000 + "cx") | test("(?:b(?<!a.{0,999}))*[x]")"#),
        ("runs with a minimum", #"("b" * 20000) | test("b{5000}x")"#),
        ("lazy runs with a minimum", #"("b" * 20000) | test("b{5000}?x|c")"#),
        ("back-references to long groups", #"("b" * 20000) | test("(b{5000})\\1x|(b+)\\1x")"#),
    ]

    @Test("count their steps", arguments: endless) func steps(_ name: String, _ program: String) throws {
        let limits = QueryLimits(maxSteps: 50_000)
        let query = try Query(program)
        let error = #expect(throws: QueryRuntimeError.self) { try query.run(nil, limits: limits) { _ in } }
        #expect(error?.isLimit == true)
        #expect(error?.message == "the program took more than 50000 steps")
    }
}
