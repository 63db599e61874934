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
    /// The place of the jq program that failed, if one did.
    package var programPlace: ProgramPlace?

    /// Sets a piece aside; ``RecordWriter/refuse(_:)`` books it.
    public init(_ content: JSONValue, because reason: String, origin: Origin) {
        self.content = content
        self.reason = reason
        self.origin = origin
    }

    /// Sets a record aside for which something failed.
    init(_ record: Record, because error: any Error) {
        let program = error as? ProgramError
        self.init(record.value, because: program?.reason ?? error.message, origin: record.origin)
        place = record.place
        programPlace = program?.place
    }
}
