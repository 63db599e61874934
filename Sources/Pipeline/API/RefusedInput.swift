public import JSONParsing

/// A piece of input that no record can be made of, such as a line that is no JSON.
public struct RefusedInput: Sendable {
    /// The piece as it was read.
    public let content: JSONValue
    /// What was wanted and what was found, in one sentence.
    public let reason: String
    /// Where it stands.
    public internal(set) var origin: Origin

    /// Sets a piece aside; ``RecordWriter/refuse(_:)`` books it.
    public init(_ content: JSONValue, because reason: String, origin: Origin) {
        self.content = content
        self.reason = reason
        self.origin = origin
    }
}
