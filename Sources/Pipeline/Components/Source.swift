/// A component that produces the records of a run.
public protocol Source: Component {
    /// Sends all records and returns.
    ///
    /// The writer's `send` suspends while the pipeline is full. A source that reads on only after `send` has returned uses bounded memory.
    ///
    /// - Parameter output: Receives the records, in order.
    /// - Throws: The error that ends the reading. Records sent before it are still written. A ``PipelineFailure`` decides the exit code;
    ///   a ``RecordError`` or ``JSONError`` counts as ``PipelineFailure/Kind/badData``, any other error as
    ///   ``PipelineFailure/Kind/inputMissing``.
    func run(into output: inout RecordWriter) async throws

    /// How a run continues where the last one ended; ``SourceContinuation/none`` if each run sends all records.
    var continuation: SourceContinuation { get }
}

/// How a run of a source continues where the last one ended: with a state that the source stores.
public struct SourceContinuation: Sendable {
    private let steps: (readingAll: @Sendable () -> any Source, resetState: @Sendable () throws -> String?)?

    /// Each run sends all records, and no state stays.
    public static let none = SourceContinuation(steps: nil)

    private init(steps: (@Sendable () -> any Source, @Sendable () throws -> String?)?) { self.steps = steps }

    /// Each run sends only records that are new or have changed since the last one. Sinks that would replace earlier records with them are
    /// then refused.
    ///
    /// - Parameters:
    ///   - readingAll: Returns the same source for a run that sends all records and leaves a new state, for `--full-refresh`.
    ///   - resetState: Deletes the state of earlier runs, for `--reset-state`. It returns what was done, in a sentence, and throws a
    ///     ``PipelineFailure`` if the state cannot be deleted.
    public init(readingAll: @escaping @Sendable () -> any Source, resetState: @escaping @Sendable () throws -> String?) {
        self.init(steps: (readingAll, resetState))
    }

    /// Whether a run may send a part of the records.
    var isIncremental: Bool { steps != nil }

    /// The source for a run that sends all records; nil if each run does.
    func readingAll() -> (any Source)? { steps?.readingAll() }

    /// Deletes the state.
    ///
    /// - Returns: What was done; nil if the source keeps no state.
    func resetState() throws -> String? { try steps?.resetState() }
}
