package import JSONParsing

/// What an input of the command `query` holds.
package enum TextFormat: Sendable {
    /// JSON texts. If one is long, its values at the path are read one by one; nil reads each text whole.
    case json(path: [JSONPathStep]?)
    /// JSON texts as events of their leaves (`--stream`). With `reportsErrors`, invalid JSON is an event, too.
    case events(reportsErrors: Bool)
    /// JSON texts behind record separators (RFC 7464). Invalid ones are passed over with a remark.
    case sequence
    /// Lines of text.
    case lines
    /// The whole input as one text.
    case text

    /// The length in bytes from which a JSON text counts as long.
    static let longBytes = 1 << 20
    /// 10,000 levels, as in jq, and the longest value that can be kept in memory.
    package static let limits = JSONLimits(maxDepth: 10_000, maxValueBytes: JSONLimits.maxSupportedValueBytes)
}
