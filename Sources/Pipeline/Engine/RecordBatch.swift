/// Records that travel together; numbered so that they leave a segment in the order in which they came.
struct RecordBatch: Sendable {
    let number: Int
    var records: [Record]
}
