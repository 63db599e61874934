/// A kind of record that a component takes: what `describe` and the schema say that it reads.
public struct RecordShape: Sendable {
    /// What such a record is, such as "an article".
    public let name: String
    /// What is read of it.
    public let fields: [RecordField]

    /// Names a kind of record.
    public init(_ name: String, _ fields: [RecordField]) {
        self.name = name
        self.fields = fields
    }
}
