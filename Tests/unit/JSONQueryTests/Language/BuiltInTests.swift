import JSONParsing
import JSONQuery
import Testing

@Suite("Built-in functions") struct BuiltInTests {
    static let values: [QueryExample] = [
        .init("length", "[.[] | length]", of: #"[null,-2.5,"añ",[1,2],{"a":1}]"#, gives: "[0,2.5,2,2,1]"),
        .init("length of a boolean", "length", of: "true", fails: "boolean (true) has no length"),
        .init("keys are sorted, or in their order", "keys, keys_unsorted", of: #"{"b":1,"a":2}"#, gives: [#"["a","b"]"#, #"["b","a"]"#]),
        .init("has and in", "[.[] | has(\"a\")], (\"a\" | in({a: 1}))", of: #"[{"a":null},{}]"#, gives: ["[true,false]", "true"]),
        .init("map and map_values", "map(. + 1), map_values(. * 2)", of: "[1,2]", gives: ["[2,3]", "[2,4]"]),
        .init("select and empty", "[.[] | select(. > 1)]", of: "[1,2,3]", gives: "[2,3]"),
        .init("entries", "to_entries, with_entries(.value += 1)", of: #"{"a":1}"#, gives: [#"[{"key":"a","value":1}]"#, #"{"a":2}"#]),
        .init(
            "entries with other names", "from_entries", of: #"[{"k":"a","v":1},{"key":false,"name":"b","value":2}]"#,
            gives: #"{"a":1,"b":2}"#),
        .init("types", "[.[] | type]", of: #"[null,true,1,"",[],{}]"#, gives: #"["null","boolean","number","string","array","object"]"#),
        .init("add, any, all", "add, any, all, add(.[] * 2)", of: "[1,2]", gives: ["3", "true", "true", "6"]),
        .init(
            "contains and inside", "[contains([\"ba\"]), contains([\"x\"])], ([\"bar\"] | inside([\"foobar\"]))", of: #"["foobar"]"#,
            gives: ["[true,false]", "true"]),
        .init(
            "contains goes into depth", #"contains({a: [{b: "o"}], c: null})"#, of: #"{"a":[{"x":1},{"b":"foo"}],"c":null}"#, gives: "true"),
        .init(
            "contains needs every part", "contains([1, 4]), contains([3, 1]), contains([])", of: "[1,2,3]",
            gives: ["false", "true", "true"]),
        .init(
            "contains of strings", "[.[] as $part | \"aabaabaaac éa\" | contains($part)]",
            of: #"["","a","aabaaac","aaac","aabaabaab","aaaa","c é","é","\u0301","éa","éab"]"#,
            gives: "[true,true,true,true,false,false,true,true,false,true,false]"),
        .init("contains of a longer string", #"contains("aba"), contains("abab")"#, of: #""ab""#, gives: ["false", "false"]),
        .init(
            "contains of unlike kinds", "contains(1)", of: #""a""#,
            fails: #"string ("a") and number (1) cannot have their containment checked"#),
        .init(
            "limit, skip, first, last, nth, until",
            "[limit(2; .[])], [skip(2; .[])], first(.[]), last(.[]), nth(1; .[]), (1 | until(. > 9; . * 2))", of: "[5,6,7]",
            gives: [
                "[5,6]", "[7]", "5", "7", "6", "16",
            ]),
        .init("a negative limit", "limit(-1; 1)", fails: "limit doesn't support negative count"),
        .init("a negative skip", "skip(-1; 1)", fails: "skip doesn't support negative count"),
        .init("a limit that is no number", "[limit(\"a\"; 1)]", fails: "string (\"a\") and number (1) cannot be subtracted"),
        .init("a skip that is no number", "[skip(null; 1)]", fails: "skip doesn't support negative count"),
        .init(
            "range", "[range(3)], [range(1; 3)], [range(5; 0; -2)], [range(0; 1; 0.5)]", gives: ["[0,1,2]", "[1,2]", "[5,3,1]", "[0,0.5]"]),
        .init(
            "ranges of what is no number", "try range(\"a\"; \"c\") catch ., try range(null) catch ., [limit(2; range(null; \"a\"; 1))]",
            gives: ["\"Range bounds must be numeric\"", "\"Range bounds must be numeric\"", "[null,1]"]),
        .init(
            "an invalid path behind try", "try del(map(.)?) catch ., try del(try unique_by(length)) catch ., del(.[]?)", of: "[1]",
            gives: [#""Invalid path expression with result [1]""#, #""Invalid path expression with result [1]""#, "[]"]),
        .init(
            "ranges that have nothing",
            "[range(0)], [range(3; 1)], [range(0; 5; -1)], [range(0; 5; nan)], [range(0; 5; 0)], [range(5; 0; 0)], [limit(1; range(0; 1; 0))]",
            gives: Array(repeating: "[]", count: 7)),
        .init("walk", "walk(if type == \"number\" then . + 1 else . end)", of: #"{"a":[1,{"b":2}]}"#, gives: #"{"a":[2,{"b":3}]}"#),
        .init(
            "toarray, abs, pick", "[1, [2] | toarray], (-3 | abs), ({a: {b: 1, c: 2}} | pick(.a.b))",
            gives: ["[[1],[2]]", "3", #"{"a":{"b":1}}"#]),
    ]

    static let arrays: [QueryExample] = [
        .init("sort and sort_by are stable", "sort, sort_by(-.)", of: "[3,1,2]", gives: ["[1,2,3]", "[3,2,1]"]),
        .init(
            "sort_by with several keys", "sort_by(.a, .b)", of: #"[{"a":2,"b":1},{"a":1,"b":2},{"a":1,"b":1}]"#,
            gives: #"[{"a":1,"b":1},{"a":1,"b":2},{"a":2,"b":1}]"#),
        .init("group_by", "group_by(. % 2)", of: "[1,2,3,4]", gives: "[[2,4],[1,3]]"),
        .init("unique and unique_by", "unique, unique_by(. % 2)", of: "[3,1,1.0,2]", gives: ["[1,2,3]", "[2,3]"]),
        .init("min and max", "min, max, min_by(-.), max_by(-.), ([] | min)", of: "[2,1,3]", gives: ["1", "3", "3", "1", "null"]),
        .init("flatten", "flatten, flatten(1)", of: "[1,[2,[3]]]", gives: ["[1,2,3]", "[1,2,[3]]"]),
        .init("transpose", "transpose", of: "[[1],[2,3],null]", gives: "[[1,2,null],[null,3,null]]"),
        .init("transpose of nothing", "transpose", of: "[]", gives: "[]"),
        .init("transpose of what are no rows", "transpose", of: #"[{"a":1}]"#, fails: "Cannot index object with number (0)"),
        .init("null has nothing", "has(\"a\"), has(0)", gives: ["false", "false"]),
        .init("has of a string", "has(\"a\")", of: #""a""#, fails: "Cannot check whether string has a string key"),
        .init("reverse", "reverse, (null, \"\", {}, 0 | reverse)", of: "[1,2]", gives: ["[2,1]", "[]", "[]", "[]", "[]"]),
        .init("no reversed strings", "reverse", of: #""ab""#, fails: "Cannot index string with number (1)"),
        .init(
            "indices of elements and of runs", "indices(1), indices([1, 2]), index(2), rindex(1)", of: "[1,2,1,2,1]",
            gives: ["[0,2,4]", "[0,2]", "1", "4"]),
        .init("indices of runs that overlap", "indices([1, 1])", of: "[1,1,1]", gives: "[0,1]"),
        .init("bsearch", "bsearch(2), bsearch(0), bsearch(9)", of: "[1,2,3]", gives: ["1", "-1", "-4"]),
        .init("combinations", "[combinations]", of: "[[1,2],[3,4]]", gives: "[[1,3],[1,4],[2,3],[2,4]]"),
        .init("differences", ". - [2, 4]", of: "[1,2,3,4]", gives: "[1,3]"),
        .init(
            "NaN is equal to nothing, whatever the number of elements",
            "([nan, 1] - [nan, 1]), ([[nan], 1] - [range(9), [nan]]) | length", gives: ["1", "1"]),
        .init("NaN is not found", "[[nan, 1, nan] | indices(nan), indices([nan]), indices([1, nan]), indices(1)]", gives: "[[],[],[],[1]]"),
        .init("differences of many", ". - [range(9)]", of: "[1.0,8,9,\"1\"]", gives: #"[9,"1"]"#),
    ]

    static let strings: [QueryExample] = [
        .init(
            "cases and trims", #"ascii_downcase, ascii_upcase, ltrimstr("A"), rtrimstr("é"), trimstr("é")"#, of: #""AbcÉé""#,
            gives: [
                #""abcÉé""#, #""ABCÉé""#, #""bcÉé""#, #""AbcÉ""#, #""AbcÉ""#,
            ]),
        .init("white space", "trim, ltrim, rtrim", of: #"" a ""#, gives: [#""a""#, #""a ""#, #"" a""#]),
        .init("split and join", #"split(", ") | ., join("-")"#, of: #""a, b, c""#, gives: [#"["a","b","c"]"#, #""a-b-c""#]),
        .init("join writes numbers and leaves out null", "join(\",\")", of: #"["a",1,null,true]"#, gives: #""a,1,,true""#),
        .init("starts and ends", #"startswith("a"), endswith("c")"#, of: #""abc""#, gives: ["true", "true"]),
        .init("startswith wants a string", "startswith(1)", of: #""a""#, fails: "startswith() requires string inputs"),
        .init("places are counted in code points", #"indices("b")"#, of: #""éb😀b""#, gives: "[1,3]"),
        .init("explode and implode", "explode, (explode | implode)", of: #""aé😀""#, gives: ["[97,233,128512]", #""aé😀""#]),
        .init(
            "numbers and strings", "[.[] | tonumber], [12, \"x\", [1] | tostring]", of: #"["1","-2.5",3,"1e2"]"#,
            gives: ["[1,-2.5,3,1e2]", #"["12","x","[1]"]"#]),
        .init("what is no number", "tonumber", of: #""12x""#, fails: #"string ("12x") cannot be parsed as a number"#),
        .init(
            "a sign with an accent is no sign", "tonumber", of: #""-\u03015""#, fails: "string (\"-\u{301}5\") cannot be parsed as a number"
        ),
        .init(
            "JSON in strings", "tojson, (tojson | fromjson)", of: #"{"a":[1.0,"é"]}"#,
            gives: [#""{\"a\":[1.0,\"é\"]}""#, #"{"a":[1.0,"é"]}"#]),
        .init(
            "formats", #"@csv, @tsv, @json, @sh, @text"#, of: #"["a\"b",1,null]"#,
            gives: [
                #""\"a\"\"b\",1,""#, #""a\"b\t1\t""#, #""[\"a\\\"b\",1,null]""#, #""'a\"b' 1 null""#, #""[\"a\\\"b\",1,null]""#,
            ]),
        .init(
            "encodings there and back", "@base64, @base32, @uri | ., (if endswith(\"==\") then @base64d else empty end)", of: #""aé/""#,
            gives: [
                #""YcOpLw==""#, #""aé/""#, #""MHB2SLY=""#, #""a%C3%A9%2F""#,
            ]),
        .init("percent decoding", "@urid", of: #""a%C3%A9%2F""#, gives: #""aé/""#),
        .init("what is no base64", "@base64d", of: #""a""#, fails: #"string ("a") trailing base64 byte found"#),
    ]

    static let pathsAndDates: [QueryExample] = [
        .init(
            "paths", "[paths], [paths(type == \"number\")], [path(.a[0], .b)]", of: #"{"a":[1]}"#,
            gives: [
                #"[["a"],["a",0]]"#, #"[["a",0]]"#, #"[["a",0],["b"]]"#,
            ]),
        .init(
            "getpath, setpath, delpaths", #"getpath(["a", "b"]), setpath(["a", "b"]; 1), delpaths([["a"], ["c"]])"#,
            of: #"{"a":{"b":5},"c":1}"#,
            gives: [
                "5", #"{"a":{"b":1},"c":1}"#, "{}",
            ]),
        .init("del", "del(.[0, 2]), del(.[-1]), del(.[1:])", of: "[1,2,3]", gives: ["[2]", "[1,2]", "[1]"]),
        .init(
            "streams", "[tostream], fromstream(tostream)", of: #"{"a":[1]}"#, gives: [#"[[["a",0],1],[["a",0]],[["a"]]]"#, #"{"a":[1]}"#]),
        .init(
            "dates from seconds", "gmtime, todate, strftime(\"%A %j %H:%M:%S\")", of: "1425599621",
            gives: [
                "[2015,2,5,23,53,41,4,63]", #""2015-03-05T23:53:41Z""#, #""Thursday 064 23:53:41""#,
            ]),
        .init(
            "dates from text", #"fromdate, (strptime("%Y-%m-%dT%H:%M:%SZ") | mktime)"#, of: #""2015-03-05T23:51:47Z""#,
            gives: ["1425599507", "1425599507"]),
        .init("dates that do not match", #"strptime("%Y")"#, of: #""x""#, fails: #"date "x" does not match format "%Y""#),
        .init("fields beyond their ranges carry over", #"strftime("%Y-%m-%d")"#, of: "[2023,13,32,0,0,0]", gives: #""2024-03-03""#),
        .init("numbers", "[floor, ceil, round, sqrt, trunc]", of: "2.25", gives: "[2,3,2,1.5,2]"),
        .init("powers and logarithms", "[pow(2; 10), (8 | log2), (1 | exp10)]", gives: "[1024,3,10]"),
        .init(
            "infinite and not a number", "[infinite, nan | isinfinite, isnan], ([nan] | sort), (nan < nan)",
            gives: ["[true,false,false,true]", "[null]", "true"]),
    ]

    @Test("of values do what jq's manual says", arguments: values) func ofValues(_ example: QueryExample) throws { try example.check() }
    @Test("of arrays do what jq's manual says", arguments: arrays) func ofArrays(_ example: QueryExample) throws { try example.check() }
    @Test("of strings do what jq's manual says", arguments: strings) func ofStrings(_ example: QueryExample) throws { try example.check() }
    @Test("of paths, dates and numbers do what jq's manual says", arguments: pathsAndDates) func ofPathsAndDates(_ example: QueryExample)
        throws
    {
        try example.check()
    }

    @Test(
        "refuse dates too far away", arguments: ["[2147483647,2147483647,1,0,0,0]", "[-2147483648,-2147483648,1,0,0,0]", "1e18", "-1e18"])
    func farDates(_ input: String) throws {
        for program in ["strftime(\"%Y\")", "strflocaltime(\"%B\")"] {
            try QueryExample(program, program, of: input, fails: "error converting number of seconds since epoch to datetime").check()
        }
    }

    @Test("fromjson quotes the beginning of a long text only")
    func longJSON() throws {
        let long = String(repeating: "a b ", count: 100_000)
        try QueryExample(
            "", "fromjson", of: "\"[\(long)\"",
            fails: "expected a value or \"]\", found \"a\" at line 1, column 2 (while parsing \"[a b a b a b a b a b a b...\")"
        ).check()
        try QueryExample(
            "", "fromjson", of: #""[1,""#, fails: "the text ends where a value was expected at line 1, column 4 (while parsing '[1,')"
        )
        .check()
    }

    @Test(
        "inside other functions cannot be called",
        arguments: [
            "_min_by([])", "_max_by([])", "_sort_by([])", "_group_by([])", "_matchof(1)", "_captures", "_pieces([])", "_spliced([])",
            "_match(\"a\"; null; false)", "map(_captures)", "def f: _captures; f", "select(_min_by([]))",
        ])
    func internals(_ program: String) {
        let error = #expect(throws: QueryError.self) { try Query(program) }
        #expect(error?.message.hasSuffix("is not defined") == true)
        #expect(error?.offset == Array(program.utf8).firstIndex(of: UInt8(ascii: "_")))
    }

    @Test("that are listed can be called, each by itself") func areCallable() throws {
        let names = try #require(try Query("builtins").all(nil)[0].array).compactMap(\.string)
        #expect(names.count > 200)
        for name in names {
            let parts = name.split(separator: "/")
            let count = try #require(Int(parts[1]))
            let arguments = Array(repeating: ".", count: count).joined(separator: "; ")
            #expect(throws: Never.self, "\(name)") { try Query(count == 0 ? String(parts[0]) : "\(parts[0])(\(arguments))") }
        }
    }

    @Test("may have the names of those inside") func ownInternals() throws {
        try QueryExample("", "def _captures: 7; [_captures], capture(\"(?<a>b)\")", of: #""b""#, gives: ["[7]", #"{"a":"b"}"#]).check()
        try QueryExample("", "[builtins[] | select(startswith(\"_\"))]", gives: "[]").check()
    }
}
