/// A step that looks at one record at a time and remembers nothing: it runs on several records at once.
public protocol Stage: Component {
    /// Changes a record or decides what becomes of it.
    ///
    /// - Parameter record: The record. What a throwing stage did to it is forgotten.
    /// - Throws: Why the record cannot go on; the step's `on_error` says what happens then.
    func process(_ record: inout Record) throws -> Verdict
}
