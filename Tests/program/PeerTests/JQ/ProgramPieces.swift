/// What random programs are made of.
enum ProgramPieces {
    static let inputs = [
        "null", "true", "false", "0", "-1.5", "42", "1425599621", "123456789012345678901234567890", "1.10", "1e1000", "\"\"", "\"abc\"",
        "\"aé😀b a\"", "\"2015-03-05T23:51:47Z\"", "\"a,b, c\"", "\"1.50\"", "\"[1, {\\\"a\\\": null}]\"", "\" x\\t\"", "[]", "[null]",
        "[3, 1, 2]", "[1, [2, \"a\"], null, {\"a\": 1}]", "[\"b\", \"a\", \"a\"]", "[[1, 2], [3]]", "[{\"a\": 1, \"b\": 2}, {\"a\": 3}]",
        "[{\"key\": \"a\", \"value\": 1}, {\"name\": \"b\", \"Value\": null}]", "[0, false, null, -1, 0.5]",
        "[2015, 2, 5, 23, 51, 47, 4, 63]",
        "{}", "{\"a\": 1}", "{\"b\": [1, 2], \"a\": {\"b\": null}}", "{\"a\": [{\"b\": 1}, {\"b\": \"x\"}], \"b\": false}",
        "{\"a\": \"x\", \"b\": \"y\"}", "{\"a b\": 1, \"if\": 2}", "[[\"a\", 0], 1]", "[[[\"a\"], 1], [[\"b\"], 2], [[\"b\"]]]",
        "[65, 233, 128512]",
    ]

    static let literals = [
        "null", "true", "false", "0", "1", "-1", "2", "0.5", "1.10", "1e3", "100000000000000000001", "\"\"", "\"a\"", "\"b\"", "\"abc\"",
        "\"1\"", "[]", "{}", "[1, 2]", "[\"a\", null]", "{\"a\": 1}", "{a: {b: 2}}", "nan", "infinite", "-0", "$__loc__",
    ]

    static let strings = ["\"a\"", "\"\"", "\", \"", "\"b\"", "\"A\"", "\"é\"", "\"aé\"", "\"1\"", "\"[1]\""]

    static let paths = [
        ".", ".a", ".b", ".a?", ".a.b", ".[0]", ".[1]", ".[-1]", ".[0]?", ".[]", ".[]?", ".[1:]", ".[:1]", ".[:-1]?", ".\"a b\"",
        ".[\"a\"]",
        ".a[0]?", ".[0, 1]?", "..", ".[\"a\", \"b\"]?", ".a[]?", ".if",
    ]

    static let operators = ["+", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "//", "//"]

    static let formats = ["@text", "@json", "@csv", "@tsv", "@html", "@uri", "@sh", "@base64", "@base64d", "@urid"]

    /// Functions without arguments.
    static let plain = [
        "not", "length", "keys", "keys_unsorted", "type", "add", "any", "all", "floor", "sqrt", "tostring", "tonumber", "tojson",
        "fromjson",
        "reverse", "sort", "unique", "min", "max", "flatten", "first", "last", "to_entries", "from_entries", "explode", "implode", "trim",
        "ltrim", "rtrim", "ascii_downcase", "ascii_upcase", "utf8bytelength", "values", "nulls", "booleans", "numbers", "strings", "arrays",
        "objects", "iterables", "scalars", "isnan", "isinfinite", "isfinite", "isnormal", "finites", "normals", "abs", "transpose",
        "combinations", "tostream", "paths", "recurse", "error", "empty", "nan", "infinite", "ceil", "round", "trunc", "fabs", "toboolean",
        "significand", "logb", "frexp", "modf", "gmtime", "mktime", "todate", "fromdate", "localtime", "have_decnum",
        "input_filename", "[inputs]", "get_search_list", "env | type", "now | type", "@json", "@text", "@html", "@csv", "@base64",
        "todateiso8601", "fromdateiso8601", "exp2", "cbrt", "nearbyint", "rint", "debug", "stderr", "not",
    ]

    /// Calls, with signs for their arguments: € a program, £ one that no `break` leaves, № a count, ¤ a bound (jq
    /// counts for ever up to nan), § a string, ® a pattern, † flags,
    /// ¶ a path.
    static let calls = [
        "map(€)", "map_values(£)", "select(€)", "sort_by(€)", "group_by(€)", "unique_by(€)", "min_by(€)", "max_by(€)", "add(€)",
        "any(£)", "all(£)", "any(€; €)", "all(€; €)", "with_entries(£)", "walk(£)", "first(€)", "last(€)", "isempty(£)", "recurse(.[]?)",
        "recurse(.[]?; £)", "[limit(№; €)]", "[skip(№; €)]", "nth(№)", "nth(№; €)", "[range(¤)]", "[limit(9; range(¤; ¤))]",
        "[limit(9; range(¤; ¤; ¤))]", "flatten(№)", "has(€)", "contains(€)", "inside(€)", "in(€)", "index(€)", "rindex(€)", "indices(€)",
        "startswith(§)", "endswith(§)", "ltrimstr(§)", "rtrimstr(§)", "trimstr(§)", "split(§)", "join(§)", "test(®)", "test(®; †)",
        "match(®)", "match(®; †)", "[match(®; †) | .string]", "capture(®)", "capture(®; †)", "scan(®)", "scan(®; †)", "split(®; †)",
        "[splits(®)]", "[splits(®; †)]", "sub(®; §)", "sub(®; §; †)", "gsub(®; §)", "gsub(®; \"<\\(.)>\"; †)", "gsub(®; §, \"z\")",
        "getpath(€)", "getpath([\"a\", \"b\"])", "setpath(€; €)", "setpath([\"a\"]; €)", "delpaths(€)", "delpaths([[0], [\"a\"]])",
        "del(¶)",
        "path(¶)", "paths(£)", "pick(¶)", "to_entries", "fromstream(tostream)",
        "[№ | truncate_stream([[0], 1], [[1, 0], 2], [[1, 0]], [[1]])]",
        "[tostream]", "INDEX(€)", "INDEX(€; €)", "IN(€)", "IN(€; €)", "[JOIN({a: 1}; .[]?; tostring)]", "bsearch(€)", "combinations(2)",
        "until(true; €)", "[limit(3; repeat(.))]", "[limit(4; while(true; .))]", "error(€)", "tojson", "strftime(\"%Y-%m-%dT%H:%M:%SZ\")",
        "strftime(\"%A, %d %B %Y %j %U %e\")", "strptime(\"%Y-%m-%dT%H:%M:%SZ\")", "strflocaltime(\"%H:%M %Z\")", "pow(№; №)",
        "fma(№; №; №)",
        "atan2(№; №)", "fmin(№; €)", "ldexp(№; №)", "scalb(№; 2)", "drem(№; №)", "format(\"text\")", "format(§)", "ascii_downcase",
        "splits(\"a\")", "limit(3; €)", "debug(€)", "getpath(€)?", "tonumber?", "ltrimstr(€)", "input?", "[.[]? | £]",
    ]

    static let patterns = [
        "\"a\"", "\"[a-z]+\"", "\"(?<x>a)|b\"", "\"(a)(b)?\"", "\"\\\\d+\"", "\"^.\"", "\".$\"", "\"\\\\s*,\\\\s*\"", "\"B\"",
        "[\"a\", \"g\"]",
        "\"(?<l>\\\\w)\"", "\"a*?\"", "\"a|ab|abc\"", "\"\\\\b\"",
    ]
}
