/// A stage that may suspend, for instance for a response from the network.
///
/// The engine processes up to 16 records of a batch concurrently. They leave the stage in their order.
public protocol AsyncStage: Component {
    /// Changes a record, or returns another verdict on it.
    ///
    /// - Parameter record: The record, changed in place. If the method throws, the engine discards the changes.
    /// - Returns: Whether the record is kept, dropped or replaced.
    /// - Throws: The reason why this record fails, as a rule a ``RecordError``. The step's `on_error` decides what follows.
    func process(_ record: inout Record) async throws -> Verdict

    /// Returns the stage that one worker uses, as ``Stage/copyForWorker()`` does. All records of a batch share that copy.
    func copyForWorker() -> Self
}

extension AsyncStage {
    /// The stage itself: all workers share it.
    public func copyForWorker() -> Self { self }
}
