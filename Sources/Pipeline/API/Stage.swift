/// A step that looks at one record at a time and remembers nothing: it runs on several records at once.
public protocol Stage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) throws -> Verdict

    /// A stage that does the same, for one more worker. Worth writing where objects of the stage are used for each record, as those of a
    /// jq program are: each use counts their owners, and workers that count in the same places wait for each other.
    func copyForWorker() -> Self
}

extension Stage {
    /// The stage itself: workers share it.
    public func copyForWorker() -> Self { self }
}
