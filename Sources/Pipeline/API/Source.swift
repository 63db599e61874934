/// A component that produces the records of a run.
public protocol Source: Component {
    /// Sends all records and returns.
    ///
    /// The writer's `send` suspends while the pipeline is full. A source that reads on only after it returns uses bounded memory.
    ///
    /// - Parameter output: Receives the records, in order.
    /// - Throws: The error that ends the reading. Records sent before it are still written. A ``PipelineFailure`` decides the exit code;
    ///   a ``RecordError`` or ``JSONError`` counts as ``PipelineFailure/Kind/badData``, any other error as
    ///   ``PipelineFailure/Kind/inputMissing``.
    func run(into output: inout RecordWriter) async throws
}
