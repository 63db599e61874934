/// A stage that may suspend, for instance for a response from the network.
///
/// The engine processes up to ``concurrency`` records at once, also across batches. They leave the stage in the order of the input.
public protocol AsyncStage: Component {
    /// The largest number of records that the stage processes at once. A record that is ready waits for all earlier ones.
    var concurrency: Int { get }

    /// Changes a record, or returns another verdict on it.
    ///
    /// - Parameter record: The record, changed in place. If the method throws, the engine discards the changes.
    /// - Returns: Whether the record is kept, dropped or replaced.
    /// - Throws: The reason why this record fails, as a rule a ``RecordError``. The step's `on_error` decides what follows. A
    ///   ``PipelineFailure`` that every other record would meet, such as refused credentials, ends the run instead:
    ///   ``PipelineFailure/concernsAllRecords``.
    func process(_ record: inout Record) async throws -> Verdict

    /// Returns the stage that one run uses: `self` for a stage without state. The engine calls this once, at the start of each run.
    ///
    /// A stage with state, such as a cache of responses, returns a copy with empty state. The engine reads ``Hooks/notes`` of the original,
    /// so copies share their counts with it.
    ///
    /// - Parameter context: The context of the run, such as its secrets and its opener of URLs.
    func copyForRun(in context: RunContext) -> Self
}
