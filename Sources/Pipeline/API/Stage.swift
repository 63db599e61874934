/// A step that looks at one record at a time and remembers nothing: it runs on several records at once.
public protocol Stage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) throws -> Verdict
}

/// A stage that may have to wait, for instance for an answer from the network. Up to 16 records of a batch wait at once; they leave in order.
public protocol AsyncStage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) async throws -> Verdict
}

/// What becomes of a record after a stage.
public enum Verdict: Sendable {
    /// It goes on, as it is now.
    case keep
    /// It ends here and is counted as filtered.
    case drop
    /// These go on in its place, in this order.
    case replace(with: [Record])
}

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
