/// Records that travel together.
struct RecordBatch: Sendable {
    var records: [Record]
    /// What the source refused among these records. It travels with them, so that rejects keep the order of the input.
    var refused: [Reject] = []

    /// How much of the input the batch stands for, in records.
    var count: Int { records.count + refused.count }
}
