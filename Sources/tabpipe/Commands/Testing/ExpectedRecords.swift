internal import JSONParsing
internal import Pipeline

/// What a test expects of the records that reach the sinks, or of those behind the last stage of its part.
struct ExpectedRecords: Sendable {
    /// All records, in order.
    var equals: [JSONValue]?
    /// Partial values, each of which is contained in a record.
    var contains: [JSONValue]?
    /// Conditions that every record meets.
    var matches: [RecordQuery]?
}
