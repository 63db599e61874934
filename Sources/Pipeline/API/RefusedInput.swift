public import JSONParsing

/// A piece of input that no record can be made of, such as a line that is no JSON.
public struct RefusedInput: Sendable {
    /// The piece as it was read.
    public let content: JSONValue
    /// What was wanted and what was found, in one sentence.
    public let reason: String
    /// Where it stands.
    public internal(set) var origin: Origin
    /// Where it stands in the order of the input; set by the engine.
    var place = RecordPlace()

    /// Sets a piece aside; ``RecordWriter/refuse(_:)`` books it.
    public init(_ content: JSONValue, because reason: String, origin: Origin) {
        self.content = content
        self.reason = reason
        self.origin = origin
    }

    /// Sets a record aside that failed.
    init(_ record: Record, because error: any Error) {
        self.init(record.value, because: error.message, origin: record.origin)
        place = record.place
    }
}
