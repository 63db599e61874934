/// Advice for options that do not exist here, but that users of similar tools expect. It names the option or step to use instead.
enum OptionAdvice {
    /// The object that has the unknown option.
    enum Owner: Equatable {
        case file
        case source
        case stage(String)
        case sink
    }

    private static let credentials =
        "a source sends no credentials but those of an address; let curl send them, and read \"from\": \"-\" (README, In a shell)"
    private static let requests = "a source sends a plain GET; let curl send the request, and read \"from\": \"-\""
    private static let limit = "--limit N makes the run read fewer records, and the stage \"limit\" lets only some through"
    private static let input = "the option \"from\" names what a source reads"

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
            "the jq program \"items\" says what a record is"
        ),
        (
            [.source, .sink], ["filter", "where", "map", "transform"],
            "this is a stage: { \"type\": \"filter\", \"where\": … } in \"stages\""
        ),
        ([.file, .source, .sink], ["limit", "max", "count", "max_records", "take", "first"], limit),
        (
            [.sink], ["path", "file", "filename", "output", "url", "folder", "dir", "directory", "target", "destination", "out"],
            "the option \"to\" names where a sink writes"
        ),
        ([.sink], ["columns", "headers", "header"], "the option \"fields\" names the columns of a table"),
        ([.sink], ["pretty"], "the option \"indent\" of the sink \"json\" indents JSON"),
        ([.sink], ["append", "mode", "overwrite"], "an output is replaced as a whole; there is no other way yet"),
        (
            [.stage("filter")], ["condition", "expr", "expression", "if", "jq", "query", "filter", "program", "when"],
            program("where")
        ),
        ([.stage("map")], ["expr", "expression", "jq", "query", "program", "with", "by", "map"], program("to")),
        ([.stage("dedupe"), .stage("sort")], ["key", "field", "fields", "on", "keys"], program("by") + ", such as \".id\""),
        ([.stage("set")], ["field", "value", "values", "set", "to"], "this stage takes \"fields\": { \"name\": \"jq program\" }"),
        ([.stage("select"), .stage("remove")], ["field", "columns", "keys", "names", "keep"], "this stage takes the list \"fields\""),
        ([.stage("rename")], ["from", "to", "map", "names"], "this stage takes \"fields\": { \"old\": \"new\" }"),
        ([.stage("limit")], ["limit", "n", "max", "take", "records"], "the option \"count\" says how many records go through"),
    ]

    /// The advice for an unknown option; nil if the table has none.
    static func advice(on name: String, of owner: Owner) -> String? {
        let name = name.lowercased()
        return table.first { $0.owners.contains(owner) && $0.names.contains(name) }?.advice
    }
}
