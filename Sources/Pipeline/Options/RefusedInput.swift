public import JSONParsing

/// A piece of input that a source cannot turn into a record, such as a line that is not JSON.
public struct RefusedInput: Sendable {
    /// The piece as it was read. It goes to the rejects file.
    public let content: JSONValue
    /// What was expected and what was found, in one sentence.
    public let reason: String
    /// The place of the piece in the input.
    public internal(set) var origin: Origin
    /// The position in the order of the input. The engine sets it.
    var place = RecordPlace()
    /// The place of the jq program that failed; nil if the reason is another.
    ///
    /// Package access: only the JSON source rewords the error of its program; ``RecordWriter/refuse(_:because:)`` sets this for plug-ins.
    package var programPlace: QueryErrorPlace?

    /// Describes a piece for ``RecordWriter/refuse(_:)``.
    ///
    /// - Parameters:
    ///   - content: The piece as it was read; a string if it is not JSON.
    ///   - reason: What was expected and what was found, in one sentence.
    ///   - origin: The place of the piece in the input.
    public init(_ content: JSONValue, because reason: String, origin: Origin) {
        self.content = content
        self.reason = reason
        self.origin = origin
    }

    /// Describes a record that failed.
    init(_ record: Record, because error: any Error) {
        let program = error as? RecordQueryError
        self.init(record.value, because: program?.reason ?? error.message, origin: record.origin)
        place = record.place
        programPlace = program?.place
    }
}
