/// Records that go through a segment together.
struct RecordBatch: Sendable {
    var records: [Record]
    /// Input between these records that the source refused. It stays in the batch, so that rejects keep the order of the input.
    var refused: [Reject] = []

    /// How many records and pieces of refused input the batch holds.
    var count: Int { records.count + refused.count }
}
