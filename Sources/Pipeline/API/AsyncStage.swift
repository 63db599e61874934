/// A stage that may have to wait, for instance for an answer from the network. Up to 16 records of a batch wait at once; they leave in order.
public protocol AsyncStage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) async throws -> Verdict

    /// Makes the stage for one worker, as ``Stage/copyForWorker()`` does. The records of one batch that wait at once share the copy.
    func copyForWorker() -> Self
}

extension AsyncStage {
    /// All workers share the stage.
    public func copyForWorker() -> Self { self }
}
