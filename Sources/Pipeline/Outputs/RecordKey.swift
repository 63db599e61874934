public import JSONParsing
internal import JSONQuery

/// The key by which a new record replaces an earlier one. Keys are equal if jq calls their values equal: `1` and `1.0` are, `1` and `"1"`
/// are not.
public struct RecordKey: Hashable, Sendable {
    private let text: JSONKey

    /// Makes a key of a value.
    ///
    /// - Returns: nil for null, which is no key.
    /// - Throws: ``JSONError`` for text that cannot be decoded.
    public init?(_ value: JSONValue) throws {
        if value.isNull { return nil }
        text = JSONKey(try value.canonicalText())
    }
}
