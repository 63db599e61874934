/// A step that processes one record at a time and keeps no state between records. Several workers run it concurrently.
public protocol Stage: Component {
    /// Changes a record, or returns another verdict on it.
    ///
    /// - Parameter record: The record, changed in place. If the method throws, the engine discards the changes.
    /// - Returns: Whether the record is kept, dropped or replaced.
    /// - Throws: The reason why this record fails, as a rule a ``RecordError``. The step's `on_error` decides what follows.
    func process(_ record: inout Record) throws -> Verdict

    /// Returns the stage that one worker uses. The default returns the stage itself.
    ///
    /// A run with several workers calls this at most once for each of them, after the worker's first batch, because short runs do not repay
    /// the cost. Afterwards only that worker uses the copy. A stage with a compiled program or a cache returns a copy with its own objects:
    /// workers that count references to shared objects slow each other down.
    ///
    /// The copy must behave as the stage does. The engine reads ``Hooks/notes`` of the original only, so copies share their state.
    func copyForWorker() -> Self
}

extension Stage {
    /// The stage itself: all workers share it.
    public func copyForWorker() -> Self { self }
}
