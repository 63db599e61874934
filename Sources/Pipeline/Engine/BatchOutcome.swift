/// What became of a batch in a segment: put together by one worker, made known at the turnstile.
struct BatchOutcome: Sendable {
    /// How many records the batch had when it came.
    let inputCount: Int
    /// The records that go on.
    var records: [Record]
    var made = 0
    var filtered = 0
    var skipped = 0
    var rejects: [Reject] = []
    var warnings: [RunWarning] = []
    /// What stops the run; the records in front of the one that failed go on.
    var failure: (any Error)?

    init(_ batch: consuming RecordBatch) {
        inputCount = batch.records.count
        records = batch.records
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
        switch step.onError {
        case .fail:
            failure = error as? PipelineFailure ?? step.failure(error.message, at: record.origin)
            return false
        case .reject:
            rejects.append(Reject(step, error: error, record: record))
        case .skip:
            skipped += 1
            warnings.append(step.skipping(error.message, at: record.origin))
        }
        return true
    }

    /// Takes the warnings that a step left on a record.
    mutating func collectWarnings(of record: inout Record, at step: PipelinePlan.Common) {
        warnings += step.takeRemarks(of: &record)
    }
}
