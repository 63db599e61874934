/// Advice for options that do not exist here, but that users of similar tools expect. It names the option or step to use instead.
enum OptionAdvice {
    /// The object that has the unknown option.
    enum Owner: Equatable {
        case file
        case source(String)
        /// Sources of all types.
        case sources
        case stage(String)
        case sink
        /// A step with `use`.
        case use
        /// The object that is the value of an option.
        case option(String)
    }

    private static let http = Owner.source("http")
    private static let streams: [Owner] = [.source("json"), .source("lines"), .source("csv")]
    /// The sources that read single documents from URLs.
    private static let documents = streams + [.source("files")]

    private static let limit = "--limit N makes the run read fewer records, and the stage \"limit\" lets only some through"
    private static let pages = "the source \"http\" reads an API page by page; this one reads single documents"

    private static func program(_ option: String) -> String { "the option \"\(option)\" holds the jq program of this stage" }

    /// The expected names with the advice for them.
    private static let table: [(owners: [Owner], names: [String], advice: String)] = [
        ([.file], ["sink", "output", "outputs", "destination", "target", "to", "load"], "the list \"sinks\" says where records go"),
        ([.file], ["sources", "input", "inputs", "from", "url", "extract"], "the object \"source\" says where records come from"),
        (
            [.file], ["steps", "stage", "transform", "transforms", "pipeline", "processors", "tasks"],
            "the list \"stages\" says what happens to records"
        ),
        (
            [.file], ["filter", "map", "set", "select", "where", "sort", "dedupe"],
            "this is a stage: { \"type\": \"filter\", … } in \"stages\""
        ),
        (
            [.file], ["params", "args", "vars", "variables", "env"],
            "named values are \"parameters\", and { \"$env\": \"X\" } takes one from the environment"
        ),
        ([.file], ["tables", "lookup", "lookups", "dictionaries"], "\"data\" names tables, which programs find as $name"),
        (
            [.file], ["errors", "dead_letter", "on_error"],
            "\"rejects\" names the file for records that fail, and each stage and sink has \"on_error\""
        ),
        (
            [.file],
            [
                "retry", "timeouts", "rate", "cache", "auth", "headers", "tls", "responses", "state", "incremental", "paging", "query",
                "method", "items",
            ],
            "this is an option of the source: \"source\": { \"type\": \"http\", … }"
        ),
        (
            streams, ["url", "urls", "uri", "href", "address", "endpoint", "path", "file", "filename", "input", "inputs", "location"],
            "the option \"from\" names files and URLs; the source \"http\" reads an API page by page"
        ),
        (
            [.source("files")], ["from", "url", "urls", "path", "file", "folder", "directory", "glob", "pattern", "input"],
            "the option \"match\" names files by a pattern, or URLs"
        ),
        (
            documents, ["paging", "pagination", "pages", "per_page", "method", "body", "query", "params", "id", "limits", "cursor"], pages
        ),
        (
            [http], ["from", "uri", "href", "address", "endpoint", "base_url", "path", "input", "location"],
            "the option \"url\" is the address of the first page"
        ),
        (
            [http], ["pagination", "paginator", "pager", "pages", "next", "next_page", "next_url", "cursor", "link_header"],
            "\"paging\": { \"type\": \"cursor\", … } says how one page leads to the next; tabpipe describe http lists the types"
        ),
        (
            [http], ["params", "parameters", "query_params", "per_page", "page_size", "page", "size", "offset"],
            "query items are in \"query\": { \"per_page\": 100 }; \"paging\" sends those that change from page to page"
        ),
        ([http], ["limit"], "a query item of this name is in \"query\": { \"limit\": 100 }; " + limit),
        ([http], ["json", "form", "payload", "data"], "\"body\": { \"json\": … } or { \"form\": { … } } is what a POST sends"),
        ([http], ["primary_key", "unique_key", "dedupe"], "the jq program \"id\" says what identifies an item"),
        (
            [http], ["max_pages", "max_items", "max_requests", "max_response_bytes"],
            "this belongs into \"limits\": { \"max_pages\": 1000 }"
        ),
        (
            [http], ["since", "updated_since", "updated_after", "modified_since", "cursor_path", "lag_seconds", "replication_key"],
            "\"incremental\": { \"cursor\": \".updated_at\", … } and \"state\" read only what is new; tabpipe describe http lists the options"
        ),
        (
            [http], ["allow_hosts", "allowed_hosts"],
            "\"allow_hosts\" stands in the \"paging\" that may leave the host of \"url\", and in the \"auth\" that other hosts may get"
        ),
        ([http], ["min_records"], "\"min_records\" stands at the top of the file"),
        (
            [http] + documents,
            [
                "token", "bearer", "authorization", "username", "password", "user", "api_key", "apikey", "key", "basic", "oauth",
                "credentials",
            ],
            "credentials are in \"auth\": { \"type\": \"bearer\", \"token\": { \"$env\": \"TOKEN\" } }; tabpipe describe http lists the types"
        ),
        ([http] + documents, ["header", "cookie", "cookies", "user_agent", "accept"], "headers are in \"headers\": { \"Accept\": \"…\" }"),
        (
            [http] + documents, ["timeout", "timeout_seconds", "connect_timeout", "request_timeout"],
            "times in seconds are in \"timeouts\": { \"connect_seconds\": 10, \"idle_seconds\": 30, \"request_seconds\": 300 }"
        ),
        (
            [http] + documents, ["retries", "max_retries", "max_attempts", "backoff", "max_wait_seconds"],
            "failed requests are repeated by \"retry\": { \"max_attempts\": 5 }"
        ),
        (
            [http] + documents, ["rate_limit", "requests_per_minute", "requests_per_second", "throttle", "delay", "concurrency"],
            "requests are limited by \"rate\": { \"requests_per_minute\": 60, \"concurrency\": 4 }"
        ),
        (
            [http] + documents, ["error_handler", "on_status", "on_error", "errors", "status", "success_codes"],
            "\"responses\": [ { \"status\": 404, \"action\": \"skip\" } ] says what a response means"
        ),
        (
            [http] + documents, ["ca_file", "cacert", "ssl", "verify", "verify_ssl", "insecure"],
            "certificates are always verified; \"tls\": { \"ca_file\": … } names those to trust"
        ),
        (
            [http] + documents, ["offline", "cache_folder", "cache_dir", "fresh_seconds", "etag"],
            "responses are kept by \"cache\": { \"folder\": … }"
        ),
        (
            [http], ["partition_router", "partitions", "parts", "foreach", "loop", "repeat", "urls", "windows", "slices"],
            "\"for_each\": [ \"acme\", … ] makes the requests for each value, as {{$part}}; it also takes windows of time"
        ),
        ([http] + documents, ["proxy", "proxies"], "the variables https_proxy, http_proxy and no_proxy name proxies"),
        (
            [.sources], ["path_to_items", "root", "record_path", "records", "select", "jq", "data"],
            "the jq program \"items\" says what a record is"
        ),
        (
            [.sources, .sink], ["filter", "where", "map", "transform"],
            "this is a stage: { \"type\": \"filter\", \"where\": … } in \"stages\""
        ),
        ([.file, .sources, .sink], ["limit", "max", "count", "max_records", "take", "first"], limit),
        (
            [.stage("join")], ["source", "from", "right", "table", "lookup", "second", "other"],
            "\"with\": { \"type\": \"csv\", \"from\": … } is the second source"
        ),
        (
            [.stage("join")], ["on", "key", "left_key", "left_on", "right_key", "right_on", "with_by", "using"],
            "\"by\" is the key of a record, and \"with_key\" that of a record of the second source"
        ),
        (
            [.stage("join")], ["how", "kind", "join", "left", "inner", "missing", "on_missing"],
            "\"unmatched\": \"keep\" makes a left join, \"drop\" an inner join"
        ),
        (
            [.sink], ["path", "file", "filename", "output", "url", "folder", "dir", "directory", "target", "destination", "out"],
            "the option \"to\" names where a sink writes"
        ),
        ([.sink], ["columns", "headers", "header"], "the option \"fields\" names the columns of a table"),
        ([.sink], ["pretty"], "the option \"indent\" of the sink \"json\" indents JSON"),
        (
            [.sink], ["append", "mode", "overwrite", "upsert", "merge", "write_disposition"],
            "the sinks \"jsonl\" and \"csv\" have \"mode\": replace, append or merge; \"markdown\" and \"site\" have replace and merge"
        ),
        (
            [.stage("filter")], ["condition", "expr", "expression", "if", "jq", "query", "filter", "program", "when"],
            program("where")
        ),
        ([.stage("map")], ["expr", "expression", "jq", "query", "program", "with", "by", "map"], program("to")),
        (
            [.stage("dedupe"), .stage("sort"), .stage("pick_latest")], ["key", "field", "fields", "on", "keys"],
            program("by") + ", such as \".id\""
        ),
        (
            [.stage("group")], ["aggregate", "aggregates", "count", "sum", "min", "max"],
            "this stage takes \"fields\": { \"total\": \"map(.amount) | add\" }: jq programs on the list of a group"
        ),
        ([.stage("set")], ["field", "value", "values", "set", "to"], "this stage takes \"fields\": { \"name\": \"jq program\" }"),
        ([.stage("select"), .stage("remove")], ["field", "columns", "keys", "names", "keep"], "this stage takes the list \"fields\""),
        ([.stage("rename")], ["from", "to", "map", "names"], "this stage takes \"fields\": { \"old\": \"new\" }"),
        (
            [.option("paging")], ["per_page", "page_size", "pagesize", "limit", "count"],
            "\"page\", \"offset\" and \"keyset\" have \"size\": 100, the number of items of a page, and \"size_as\", the name of its "
                + "query item; for the others it belongs into \"query\""
        ),
        ([.option("limits")], ["max_pages", "max_items", "max_requests"], "this limit belongs into \"limits\" of the source \"http\""),
        ([.option("incremental")], ["state", "path", "file"], "\"state\" stands beside \"incremental\", in the source"),
        (
            [.stage("hydrate")], ["allow_hosts", "allowed_hosts"],
            "\"url\": { \"from\": ….url, \"allow_hosts\": […] } names the hosts that a record may name"
        ),
        ([.use], ["on_error"], "each stage of the file has its own \"on_error\""),
        ([.use], ["parameters", "params", "set", "args", "vars", "variables"], "\"with\": { … } gives values to parameters of the file"),
        ([.stage("limit")], ["limit", "n", "max", "take", "records"], "the option \"count\" says how many records go through"),
    ]

    /// The names of other programs for the key `use`.
    private static let namesOfUse = ["uses", "include", "import", "ref", "file", "stages"]

    /// The advice on a stage without a type that seems to name a file; nil for others.
    static func onMissingType(of step: ConfigValue) -> String? {
        namesOfUse.contains { step.member($0) != nil } ? "{ \"use\": \"FILE\" } brings in the stages of another file" : nil
    }

    /// The advice for an unknown option; nil if the table has none.
    static func advice(on name: String, of owner: Owner) -> String? {
        let name = name.lowercased()
        var owners = [owner]
        if case .source = owner { owners.append(.sources) }
        return table.first { row in row.names.contains(name) && owners.contains(where: row.owners.contains) }?.advice
    }
}

/// Advice for components that do not exist here: the names that similar tools give to the components of this one.
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
        ("stage", ["unnest", "unwind", "flat_map"], "explode"),
        ("stage", ["group_by", "groupby", "aggregate", "summarize"], "group"),
        ("stage", ["latest", "last_by", "max_by"], "pick_latest"),
        ("stage", ["drop", "delete"], "remove"),
        ("stage", ["validate", "assert", "check", "schema", "json_schema", "contract"], "expect"),
        ("stage", ["take", "head", "first"], "limit"),
        ("stage", ["enrich", "fetch"], "hydrate"),
        ("stage", ["merge", "left_join", "inner_join", "lookup"], "join"),
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
