/// Counts and reports the records and warnings that a source, a stream stage or its second source passes to its ``RecordWriter``.
struct WriterReporter: Sendable {
    let step: StepProperties
    /// The number of the stream stage among the parts of the run; nil for the source.
    let part: Int?
    let journal: RunJournal
    /// Whether the writer belongs to the second source of the stream stage. Its records do not count as read.
    var isSecondSource = false

    /// Whether the writer belongs to a source, which numbers its items.
    var isSource: Bool { part == nil || isSecondSource }

    /// The place of a record in the order of the input.
    ///
    /// - Parameter taken: The number of records and pieces of refused input that the writer has taken, including this one.
    func place(_ taken: Int) -> RecordPlace {
        guard let part else { return RecordPlace(number: taken) }
        return isSecondSource ? .second(ofPart: part, index: taken) : .made(byPart: part, index: taken)
    }

    /// Counts a batch that a source has sent. A stream stage counts at its end.
    func count(_ sent: RecordBatch) {
        guard part == nil else { return }
        var counts = StepCounts(of: step)
        counts.input = sent.count
        counts.output = sent.records.count
        journal.add(counts)
    }

    /// Counts a record that a stream stage refuses.
    private func count(_ result: WritableKeyPath<StepCounts, Int>) {
        var counts = StepCounts(of: step)
        counts[keyPath: result] = 1
        journal.add(counts)
    }

    /// Reports and removes the warnings on a record.
    func collectWarnings(of record: inout Record) {
        for remark in step.takeRemarks(of: &record) { journal.warn(remark) }
    }

    /// Returns the reject for input that a source refuses. A source has no `on_error`.
    func reject(_ refused: RefusedInput) -> Reject { Reject(step, refused) }

    /// Reports a warning about a place of the input.
    ///
    /// - Parameter mayMissRecords: Whether records may be missing from the outputs.
    func warn(_ text: String, at origin: Origin, mayMissRecords: Bool = false) {
        journal.warn(RunWarning(step: step.path, kind: .remark, origin: origin, text: text, mayMissRecords: mayMissRecords))
    }

    /// Counts and reports a record that a stream stage refuses. The `on_error` of the step decides what follows.
    ///
    /// - Throws: The failure of the run, if `on_error` is `fail` or the rejects cannot be written.
    func refuse(_ refused: RefusedInput) throws {
        switch step.onError {
        case .fail:
            count(\.unfinished)
            throw step.failure(refused.reason, at: refused.origin)
        case .reject:
            try journal.add([Reject(step, refused)])
        case .skip:
            count(\.skipped)
            journal.warn(step.skipping(refused.reason, at: refused.origin))
        }
    }
}
