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

    /// The records that the stage must process in one run, if several runs share the records of a source.
    var partition: StagePartition { get }
}

/// The records that a stream stage must process in one run, if several runs share the records of a source.
public enum StagePartition: Sendable {
    /// All of them. The stage cannot run in partitions.
    case allRecords
    /// Each alone, so that the stage can run in any partition of the records.
    case eachRecord
    /// Those with equal keys: records with other keys make no difference to them. The stage can run in partitions by that key.
    case byKey(RecordQuery)

    /// The program of the key; nil for the other kinds.
    var key: RecordQuery? { if case .byKey(let key) = self { key } else { nil } }

    /// Whether the stage treats each record alone.
    package var isOfEachRecord: Bool { if case .eachRecord = self { true } else { false } }
}
