/// A kind of record that a component accepts, with its fields, for `describe` and the schema.
public struct RecordShape: Sendable {
    /// The kind with its article, such as "an article".
    public let name: String
    /// The fields that the component reads.
    public let fields: [RecordField]

    /// Declares a kind of record.
    ///
    /// - Parameters:
    ///   - name: The kind with its article, such as "an article".
    ///   - fields: The fields that the component reads.
    public init(_ name: String, _ fields: [RecordField]) {
        self.name = name
        self.fields = fields
    }
}
