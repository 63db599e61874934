/// A batch of records, which one worker processes in one go.
struct RecordBatch: Sendable {
    var records: [Record]
    /// Input between these records that the source refused. It stays in the batch, so that rejects keep the order of the input.
    var refused: [Reject] = []

    /// The number of records and pieces of refused input in the batch.
    var count: Int { records.count + refused.count }
}
