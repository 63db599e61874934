import JSONParsing
internal import WebAddresses

extension BuiltIns {
    /// Functions for text, dates, CSV and URLs that jq does not have.
    static let extras: [QueryFunction] = [
        inputOrigin,
        QueryFunction(
            native: "slug", [],
            "A name for files and URLs: words in lower case with hyphens, accents removed, at most 80 bytes, never empty.",
            [
                .init(#""Crème brûlée & Straße" | slug"#, gives: #""creme-brulee-strasse""#),
                .init(#""東京 2024" | slug"#, gives: #""東京-2024""#),
                .init(#""🎉" | slug"#, gives: #""untitled-70d77d09""#),
                .init(#""C++" | slug"#, gives: #""c-plus-plus""#),
            ]
        ) { input, _, budget in try slug(input, Slug(), budget) },
        QueryFunction(
            native: "slug", ["options"],
            "Options: german (ä is ae), ascii (other scripts in Latin letters), bytes (20 to 240), fallback (for a text without letters).",
            [
                .init(#""Nordlicht Küche" | slug({german: true})"#, gives: #""nordlicht-kueche""#),
                .init(#""Привет, мир" | slug({ascii: true})"#, gives: #""privet-mir""#),
                .init(#""?" | slug({fallback: "page"})"#, gives: #""page""#),
            ]
        ) { input, arguments, budget in try slug(input, Slug(arguments[0]), budget) },
        QueryFunction(
            native: "to_iso", [],
            "A date as ISO 8601 in UTC. Reads ISO 8601, mail, HTTP, SQL, English names of months, seconds and milliseconds since 1970.",
            [
                .init(#""Wed, 31 Jan 2024 12:00:00 +0100" | to_iso"#, gives: #""2024-01-31T11:00:00Z""#),
                .init("1706698800500 | to_iso", gives: #""2024-01-31T11:00:00.5Z""#),
                .init(#"try ("01/02/2024" | to_iso) catch "ambiguous""#, gives: #""ambiguous""#),
            ]
        ) { input, _, _ in .string(try DateTextReader.moment(input).text ?? "") },
        QueryFunction(
            native: "words", [],
            "The words of a text, without punctuation.",
            [.init(#""Don't panic: 3.5 e-mails!" | words"#, gives: #"["Don't","panic","3.5","e-mails"]"#)]
        ) { input, _, budget in .array(try WordSplitter.words(of: try text(input, of: "words"), budget)) },
        QueryFunction(
            native: "from_csv", [],
            "The rows of a CSV text (RFC 4180) as arrays of strings. An empty cell is null, and a quoted empty one is \"\".",
            [.init(#""a,\"b, c\"\n1,\n" | from_csv"#, gives: #"[["a","b, c"],["1",null]]"#)]
        ) { input, _, budget in try csv(input, .null, budget) },
        QueryFunction(
            native: "from_csv", ["options"],
            "Options: headers (the first row names the columns, and rows are objects), delimiter (\",\").",
            [.init(#""id;name\n1;Ann\n" | from_csv({headers: true, delimiter: ";"})"#, gives: #"[{"id":"1","name":"Ann"}]"#)]
        ) { input, arguments, budget in try csv(input, arguments[0], budget) },
        QueryFunction(
            native: "url", [],
            "The parts of an absolute URL; null for those that are missing. A parameter that the query repeats is an array.",
            [
                .init(
                    #""https://Example.com:8080/a?q=1&q=2" | url"#,
                    gives:
                        ##"{"scheme":"https","user":null,"host":"example.com","port":8080,"path":"/a","query":{"q":["1","2"]},"fragment":null}"##
                )
            ]
        ) { input, _, budget in .object(try URLParts(try text(input, of: "url"), budget).object(budget)) },
        QueryFunction(
            native: "url_join", ["base"],
            "The absolute URL of a reference in a page with the URL base (RFC 3986).",
            [.init(#""../img/a.png" | url_join("https://example.com/blog/post/")"#, gives: #""https://example.com/blog/img/a.png""#)]
        ) { input, arguments, budget in
            let (reference, base) = (try text(input, of: "url_join"), try text(arguments[0], of: "url_join"))
            // Resolving splits both URLs and copies their paths without dot segments.
            try budget.charge(bytes: 8 * (reference.utf8.count + base.utf8.count))
            try budget.allocate(3 * MemorySize.string(reference.utf8.count + base.utf8.count))
            let start = URLReference(base)
            guard start.scheme != nil else { throw QueryRuntimeError("\(ValueText.described(arguments[0])) is no absolute URL") }
            return .string(start.resolving(URLReference(reference)).text)
        },
    ]

    private static func text(_ value: JSONValue, of function: String) throws -> String {
        try string(value, "\(function) input must be a string, not \(ValueText.described(value))")
    }

    private static func slug(_ input: JSONValue, _ slug: Slug, _ budget: QueryBudget) throws -> JSONValue {
        // null counts as an empty title.
        let text = input.isNull ? "" : input.kind == .number ? try ValueText.string(input, budget) : try text(input, of: "slug")
        return .string(try slug.made(of: text, budget))
    }

    private static func csv(_ input: JSONValue, _ options: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        try CSVTextReader(try text(input, of: "from_csv"), options, budget).read()
    }
}
