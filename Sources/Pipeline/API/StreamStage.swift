/// A step that sees all records, in order, in one task: to sort, group, number or drop repetitions.
public protocol StreamStage: Component {
    /// Reads the records and sends on what is to go on.
    ///
    /// Returning early ends the reading upstream; what was read and not sent on is counted as filtered. A single record that
    /// cannot go on is given to ``RecordWriter/refuse(_:because:)``; the step's `on_error` says what happens then.
    ///
    /// - Parameters:
    ///   - input: Records in the order of the source, in batches.
    ///   - output: Takes the records that go on, in order.
    /// - Throws: What ends the run. A ``PipelineFailure`` decides the exit code, anything else counts as bad data.
    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws
}
