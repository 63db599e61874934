/// A step that looks at one record at a time and remembers nothing: it runs on several records at once.
public protocol Stage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) throws -> Verdict

    /// Makes the stage for one worker. The default returns the stage itself.
    ///
    /// One worker of a run uses the stage itself. The engine calls this once for each other worker, before the worker's first batch. A stage
    /// with a compiled program or a cache returns a copy with its own, so that no two workers share them: workers that count references to
    /// the same objects wait for each other.
    ///
    /// The copy must do the same as the stage. The engine reads ``Component/notes`` of the stage only, so copies share what the notes tell.
    func copyForWorker() -> Self
}

extension Stage {
    /// All workers share the stage.
    public func copyForWorker() -> Self { self }
}
