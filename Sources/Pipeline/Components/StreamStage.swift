/// A step that receives all records, in order, in one task: to sort, group, number or deduplicate them.
public protocol StreamStage: Component {
    /// Reads records and sends the results downstream.
    ///
    /// An early return stops the source. Records that were read and not sent count as filtered. For a record that fails, call
    /// ``RecordWriter/refuse(_:because:)``; the step's `on_error` decides what follows.
    ///
    /// - Parameters:
    ///   - input: Records in the order of the source, in batches.
    ///   - output: Receives the results, in order.
    /// - Throws: The error that ends the run. A ``PipelineFailure`` decides the exit code; any other error counts as
    ///   ``PipelineFailure/Kind/badData``.
    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws

    /// Whether the stage treats each record alone, so that it can run in any partition of the records.
    var treatsRecordsAlone: Bool { get }

    /// The program of the key whose records the stage looks at together, if those with other keys make no difference to them: then the
    /// stage can run in partitions by that key. nil if the stage looks at all records.
    var partitionKey: RecordQuery? { get }
}

extension StreamStage {
    /// False: the stage compares records.
    public var treatsRecordsAlone: Bool { false }
    /// No key: the stage looks at all records.
    public var partitionKey: RecordQuery? { nil }
}
