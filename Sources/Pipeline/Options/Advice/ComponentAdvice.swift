/// Advice for components that do not exist here: what users of similar tools call the components of this one.
enum ComponentAdvice {
    private static let table: [(kind: String, names: [String], meant: String)] = [
        ("source", ["rest", "rest_api", "api", "http_api", "https", "web", "url", "fetch", "request", "requests", "get", "curl"], "http"),
        ("source", ["ndjson", "json_lines", "jsonlines", "json-lines", "stdin"], "json"),
        ("source", ["text", "txt", "log"], "lines"),
        ("source", ["tsv", "table", "spreadsheet"], "csv"),
        ("source", ["folder", "directory", "dir", "file", "glob"], "files"),
        ("sink", ["ndjson", "json_lines", "jsonlines", "json-lines", "stdout"], "jsonl"),
        ("sink", ["md", "mdx"], "markdown"),
        ("sink", ["html", "pages", "website"], "site"),
        ("stage", ["jq", "transform", "mapping"], "map"),
        ("stage", ["where", "grep"], "filter"),
        ("stage", ["unique", "distinct", "deduplicate"], "dedupe"),
        ("stage", ["drop", "delete"], "remove"),
        ("stage", ["take", "head", "first"], "limit"),
        ("stage", ["enrich", "fetch", "lookup", "join"], "hydrate"),
        ("stage", ["images", "download", "downloads", "media"], "assets"),
    ]

    /// The component of a kind that a name probably means; nil if the table has none.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - kind: `source`, `stage` or `sink`.
    static func meant(by name: String, as kind: String) -> String? {
        let name = name.lowercased()
        return table.first { $0.kind == kind && $0.names.contains(name) }?.meant
    }
}
