/// Where options belong that people try in other places: one table for all of them.
enum OptionAdvice {
    /// Where an unknown option stands.
    enum Owner: Equatable {
        case file
        case source
        case stage(String)
        case sink
    }

    private static let credentials =
        "a source sends no credentials but those of an address; let curl send them, and read \"from\": \"-\" (README, In a shell)"
    private static let requests = "a source sends a plain GET; let curl ask for it, and read \"from\": \"-\""
    private static let limit = "the run reads fewer records with --limit N, and the stage \"limit\" lets that many through"
    private static let input = "what a source reads is its option \"from\""
    private static let program = "the jq program of this stage is its option"

    /// The names that people try, with what to say of them.
    private static let table: [(owners: [Owner], names: [String], advice: String)] = [
        ([.file], ["sink", "output", "outputs", "destination", "target", "to", "load"], "where records go is the list \"sinks\""),
        ([.file], ["sources", "input", "inputs", "from", "url", "extract"], "where records come from is the object \"source\""),
        (
            [.file], ["steps", "stage", "transform", "transforms", "pipeline", "processors", "tasks"],
            "what happens to records is the list \"stages\""
        ),
        (
            [.file], ["filter", "map", "set", "select", "where", "sort", "dedupe"],
            "this is a stage: { \"type\": \"filter\", … } in \"stages\""
        ),
        (
            [.file], ["params", "args", "vars", "variables", "env"],
            "named values are \"parameters\", and { \"$env\": \"X\" } takes one from the environment"
        ),
        (
            [.file], ["errors", "dead_letter", "on_error"],
            "\"rejects\" names the file for records that fail, and each stage and sink has \"on_error\""
        ),
        ([.source], ["url", "uri", "href", "address", "endpoint", "path", "file", "filename", "input", "location"], input),
        (
            [.source], ["headers", "header", "auth", "authorization", "token", "bearer", "api_key", "username", "password", "user"],
            credentials
        ),
        ([.source], ["method", "body", "query", "params", "timeout", "retry", "retries", "paging", "pagination"], requests),
        (
            [.source], ["path_to_items", "root", "record_path", "records", "select", "jq", "data"],
            "what a record is says the jq program \"items\""
        ),
        (
            [.source, .sink], ["filter", "where", "map", "transform"],
            "this is a stage: { \"type\": \"filter\", \"where\": … } in \"stages\""
        ),
        ([.file, .source, .sink], ["limit", "max", "count", "max_records", "take", "first"], limit),
        (
            [.sink], ["path", "file", "filename", "output", "url", "folder", "dir", "directory", "target", "destination", "out"],
            "where a sink writes is its option \"to\""
        ),
        ([.sink], ["columns", "headers", "header"], "the columns of a table are its option \"fields\""),
        ([.sink], ["pretty"], "JSON is indented by the option \"indent\" of the sink \"json\""),
        ([.sink], ["append", "mode", "overwrite"], "an output is replaced as a whole; there is no other way yet"),
        (
            [.stage("filter")], ["condition", "expr", "expression", "if", "jq", "query", "filter", "program", "when"],
            "\(program) \"where\""
        ),
        ([.stage("map")], ["expr", "expression", "jq", "query", "program", "with", "by", "map"], "\(program) \"to\""),
        ([.stage("dedupe"), .stage("sort")], ["key", "field", "fields", "on", "keys"], "\(program) \"by\", such as \".id\""),
        ([.stage("set")], ["field", "value", "values", "set", "to"], "this stage takes \"fields\": { \"name\": \"jq program\" }"),
        ([.stage("select"), .stage("remove")], ["field", "columns", "keys", "names", "keep"], "this stage takes the list \"fields\""),
        ([.stage("rename")], ["from", "to", "map", "names"], "this stage takes \"fields\": { \"old\": \"new\" }"),
        ([.stage("limit")], ["limit", "n", "max", "take", "records"], "how many records go through is its option \"count\""),
    ]

    /// What to say of an option that its owner does not have; nil if nothing helps.
    static func advice(on name: String, of owner: Owner) -> String? {
        let name = name.lowercased()
        return table.first { $0.owners.contains(owner) && $0.names.contains(name) }?.advice
    }
}
