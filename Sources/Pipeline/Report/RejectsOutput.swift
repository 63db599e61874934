/// Takes the rejected records of a run. Several parts of the run share it; so its conformers are classes.
protocol RejectsOutput: Sendable {
    /// Takes rejects, in the order of the input within one part of the run.
    ///
    /// - Throws: ``PipelineFailure`` if they cannot be written; the run then fails.
    func append(_ rejects: [Reject]) throws

    /// Does all that may fail before the outputs are put in place.
    ///
    /// - Parameter cut: The last place that a stage took which had enough. What was rejected behind it depends on how far the workers
    ///   had come, and is dropped. nil if no stage had enough.
    /// - Returns: How many rejects were dropped.
    func prepare(upTo cut: RecordPlace?) throws -> Int

    /// Puts the rejects in place, after the outputs.
    func commit() throws

    /// Lets go of what ``prepare(upTo:)`` made, because the outputs stay as they were.
    func discard()

    /// What became of the rejects.
    var outcome: RejectsOutcome { get }
}

/// What became of the rejects of a run.
public enum RejectsOutcome: Sendable, Equatable {
    /// Nothing was written, and nothing was removed.
    case none
    /// They are in this file.
    case written(path: String)
    /// They went to an open descriptor.
    case sent
    /// Nothing was rejected, and this file of an earlier run was removed.
    case removed(path: String)
}
