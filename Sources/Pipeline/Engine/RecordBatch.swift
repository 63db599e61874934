/// Records that travel together; numbered so that they leave a segment in the order in which they came.
struct RecordBatch: Sendable {
    let number: Int
    var records: [Record]
    /// What the source refused among these records. It travels with them, so that rejects keep the order of the input.
    var refused: [Reject] = []

    /// How much of the input the batch stands for, in records.
    var count: Int { records.count + refused.count }
}
