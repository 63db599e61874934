/// What became of a batch in a segment: put together by one worker, made known at the turnstile.
struct BatchOutcome: Sendable {
    /// How many records the batch had when it came, those that the source refused included.
    let inputCount: Int
    /// The records that go on.
    var records: [Record]
    var made = 0
    var filtered = 0
    var skipped = 0
    var rejects: [Reject] = []
    var warnings: [RunWarning] = []
    /// What stops the run; the records in front of the one that failed go on.
    private(set) var failure: (any Error)?
    /// The place of the record that stops the run.
    private var failedPlace: RecordPlace?

    init(_ batch: consuming RecordBatch) {
        inputCount = batch.count
        records = batch.records
        rejects = batch.refused
    }

    /// The record that failed the run and those behind it.
    ///
    /// - Parameter passedOn: How many records went on.
    func unfinished(passedOn: Int) -> Int {
        failure == nil ? 0 : inputCount + made - filtered - skipped - rejects.count - passedOn
    }

    /// Books a record that failed a step.
    ///
    /// - Parameters:
    ///   - record: The record as it was when it reached the step.
    /// - Returns: Whether the others go on.
    mutating func book(_ error: any Error, _ record: Record, at step: PipelinePlan.Common) -> Bool {
        if error is CancellationError {
            // The run was stopped while a program worked; nothing is wrong with the record.
            failure = error
            return false
        }
        switch step.onError {
        case .fail:
            failure = error as? PipelineFailure ?? step.failure(error.message, at: record.origin)
            failedPlace = record.place
            return false
        case .reject:
            rejects.append(Reject(step, error: error, record: record))
        case .skip:
            skipped += 1
            warnings.append(step.skipping(error.message, at: record.origin))
        }
        return true
    }

    /// Puts the rejects in the order of the input, and drops those behind the record that stops the run: how far later records had
    /// come depends on timing.
    mutating func orderRejects() {
        if let failedPlace { rejects.removeAll { $0.place > failedPlace } }
        if rejects.count > 1 { rejects.sort { $0.place < $1.place } }
    }

    /// Takes the warnings that a step left on a record.
    mutating func collectWarnings(of record: inout Record, at step: PipelinePlan.Common) {
        warnings += step.takeRemarks(of: &record)
    }
}
