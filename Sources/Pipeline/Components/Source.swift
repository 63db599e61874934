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

    /// Whether a run sends only records that are new or have changed since the last one. Sinks that would replace earlier records with them
    /// are then refused.
    var isIncremental: Bool { get }
    /// Returns the same source for a run that sends all records and leaves a new state, as `--full-refresh` wants it.
    func readingAll() -> Self
    /// Deletes the state of earlier runs, for `--reset-state`.
    ///
    /// - Returns: What was done, in a sentence; nil if the source keeps no state.
    /// - Throws: A ``PipelineFailure`` if the state cannot be deleted.
    func resetState() throws -> String?
}

extension Source {
    /// False: each run sends all records.
    public var isIncremental: Bool { false }
    /// The source itself, which sends all records in each run.
    public func readingAll() -> Self { self }
    /// No state.
    public func resetState() throws -> String? { nil }
}
