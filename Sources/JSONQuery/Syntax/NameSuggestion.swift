/// Suggests the nearest known name for an unknown one, by edit distance.
package enum NameSuggestion {
    /// The nearest of some names, or nil if none is near.
    ///
    /// - Parameters:
    ///   - word: The unknown name.
    ///   - names: The known names. Of two equally near names the first wins.
    package static func nearest(to word: String, in names: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(64))
        let limit = max(1, letters.count / 3)
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name.lowercased().utf8.prefix(64)))
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// The Damerau–Levenshtein distance: letters to insert, remove, replace or swap with a neighbour.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}

/// Names and operators of other languages, with their counterparts in jq.
enum OtherLanguageNames {
    /// Functions by the names that they have elsewhere; letters in lower case, without underscores.
    static let functions: [String: String] = [
        "len": "length", "size": "length", "count": "length", "strlen": "length",
        "lower": "ascii_downcase", "lowercase": "ascii_downcase", "tolower": "ascii_downcase", "tolowercase": "ascii_downcase",
        "downcase": "ascii_downcase", "lcase": "ascii_downcase",
        "upper": "ascii_upcase", "uppercase": "ascii_upcase", "toupper": "ascii_upcase", "touppercase": "ascii_upcase",
        "upcase": "ascii_upcase", "ucase": "ascii_upcase",
        "strip": "trim", "lstrip": "ltrim", "rstrip": "rtrim", "trimstart": "ltrim", "trimend": "rtrim", "trimleft": "ltrim",
        "trimright": "rtrim", "chomp": "rtrim", "trimprefix": "ltrimstr", "trimsuffix": "rtrimstr", "removeprefix": "ltrimstr",
        "removesuffix": "rtrimstr",
        "replace": "gsub", "replaceall": "gsub", "includes": "any(. == …)", "hasprefix": "startswith", "hassuffix": "endswith",
        "beginswith": "startswith", "indexof": "index", "lastindexof": "rindex", "matches": "test", "regexmatch": "test",
        "int": "tonumber", "float": "tonumber", "parseint": "tonumber", "parsefloat": "tonumber", "number": "tonumber", "num": "tonumber",
        "str": "tostring", "string": "tostring", "text": "tostring", "bool": "toboolean", "jsonparse": "fromjson", "parsejson": "fromjson",
        "jsonstringify": "tojson", "stringify": "tojson", "typeof": "type", "isnull": ". == null", "isempty": "length == 0",
        "haskey": "has", "exists": "has", "distinct": "unique", "uniq": "unique", "sum": "add", "average": "add / length",
        "avg": "add / length", "mean": "add / length", "head": "first", "tail": ".[1:]", "substring": ".[0:10]", "substr": ".[0:10]",
        "slice": ".[0:10]", "concat": "add", "reversed": "reverse", "sorted": "sort", "orderby": "sort_by", "groupby": "group_by",
        "foreach": "map", "where": "map(select(…))", "coalesce": ".a // .b", "today": "now", "pow2": "exp2", "ceiling": "ceil",
        "nil": "null", "none": "null", "undefined": "null", "this": ".", "self": ".", "true": "true", "false": "false",
        "nvl": ".a // .b", "ifnull": ".a // .b", "notnull": ".a // .b", "default": ".a // .b", "truncate": ".[0:10]",
        "charlength": "length", "listlength": "length", "instr": "index", "find": "first(.[] | select(…))", "some": "any", "every": "all",
        "print": "debug", "enumerate": "to_entries",
        "zip": "transpose", "pluck": "map", "filterby": "map(select(…))", "filter": "map(select(…))",
        "compact": "map(values)", "flatmap": "map(.[])", "merge": "add", "regexpreplace": "gsub", "regexreplace": "gsub",
        "replaceregex": "gsub", "regexpmatch": "test", "urlencode": "@uri", "encodeuricomponent": "@uri", "escape": "@html",
        "htmlescape": "@html", "htmlunescape": "html_unescape", "unescape": "html_unescape", "htmldecode": "html_unescape",
        "striphtml": "html_text", "striptags": "html_text", "htmltotext": "html_text", "markdown": "html_markdown",
        "tomarkdown": "html_markdown", "htmltomarkdown": "html_markdown", "slugify": "slug", "parameterize": "slug",
        "iso8601": "to_iso", "toisostring": "to_iso", "isoformat": "to_iso", "parsecsv": "from_csv", "parseurl": "url",
        "urlparse": "url", "urljoin": "url_join", "hash": "sha256", "excerpt": "blurb", "summary": "blurb", "base64encode": "@base64",
        "b64encode": "@base64", "btoa": "@base64", "base64decode": "@base64d",
        "b64decode": "@base64d", "atob": "@base64d", "jsonencode": "tojson", "jsondecode": "fromjson",
        "todatetime": "fromdate", "parsedate": "strptime", "dateparse": "strptime", "formatdate": "strftime", "dateformat": "strftime",
    ]

    /// Operators, the longer ones first.
    static let operators: [(symbol: String, advice: String)] = [
        ("===", "\"===\" is no operator; use \"==\""),
        ("!==", "\"!==\" is no operator; use \"!=\""),
        ("<>", "\"<>\" is no operator; use \"!=\""),
        ("=~", "\"=~\" is no operator; use \"| test(\\\"…\\\")\" behind the text"),
        ("&&", "\"&&\" is no operator; use \"and\""),
        ("||", "\"||\" is no operator; use \"or\""),
        ("!", "\"!\" is no operator; use \"| not\" behind the condition"),
        ("'", "strings stand in double quotes"),
    ]

    /// The jq name of another language's function; nil if the table lacks it.
    static func function(_ name: String) -> String? { functions[name.lowercased().filter { $0 != "_" }] }
}

/// Typographic quotation marks, which word processors write: for messages about files as well as programs.
package enum TypographicQuotes {
    private static let all: Set<String> = ["“", "”", "„", "‟", "«", "»", "‹", "›", "‘", "’", "‚", "‛", "″"]

    /// The message for a character; nil if it is no typographic quotation mark.
    package static func advice(on character: String) -> String? {
        all.contains(character) ? "\(character) is a typographic quotation mark; strings stand in straight ones, \"" : nil
    }
}
