/// Receives the rejected records of a run. Conforming types are classes, because several parts of the run share them.
protocol RejectsOutput: Sendable {
    /// Appends rejects. The rejects of one part of the run arrive in the order of the input.
    ///
    /// - Throws: ``PipelineFailure`` if they cannot be written; the run then fails.
    func append(_ rejects: [Reject]) throws

    /// Waits while the output cannot take more. Called after the records of the same batch were sent, because an output that keeps records
    /// and rejects in order may need these records first.
    func waitForRoom() async

    /// Counts the rejects that ``prepare(upTo:appends:)`` and ``keep(upTo:)`` drop.
    ///
    /// - Parameter cut: The last place that a stage sent before it needed no more records. Rejects after it depend on the timing of the
    ///   workers, and are dropped. nil to keep all rejects.
    /// - Returns: Their number, by the number of their step.
    func dropped(upTo cut: RecordPlace?) throws -> [Int: Int]

    /// Performs every step that can fail, before the outputs are put in place.
    ///
    /// - Parameters:
    ///   - cut: As for ``dropped(upTo:)``.
    ///   - appends: Whether the rejects of earlier runs stay in front of the new ones, because no later run reads their records again.
    func prepare(upTo cut: RecordPlace?, appends: Bool) throws

    /// Puts the rejects of a run in place whose outputs stay as they were because of these rejects. Called in place of
    /// ``prepare(upTo:appends:)``.
    ///
    /// - Parameter cut: As for ``dropped(upTo:)``.
    func keep(upTo cut: RecordPlace?) throws

    /// Puts the rejects in place, after the outputs.
    func commit() throws

    /// Discards what ``prepare(upTo:appends:)`` made, because the outputs stay as they were.
    func discard()

    /// The place of the rejects so far.
    var outcome: RejectsOutcome { get }
}

extension RejectsOutput {
    /// Returns at once, because ``append(_:)`` has written all.
    func waitForRoom() async {}
}
