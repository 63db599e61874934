/// The result of a batch in a segment: kept records, rejects, warnings and counts. One worker builds it; the turnstile counts it.
struct BatchOutcome: Sendable {
    /// The number of records that the batch had at first, including those that the source refused.
    let inputCount: Int
    /// The records that the stages have kept so far.
    private(set) var records: [Record]
    private(set) var made = 0
    private(set) var filtered = 0
    private(set) var skipped = 0
    private(set) var rejects: [Reject] = []
    private(set) var warnings: [RunWarning] = []
    /// The error that fails the run; the records before the one that failed are kept.
    private(set) var failure: (any Error)?
    /// The place of the record that fails the run.
    private var failedPlace: RecordPlace?

    init(_ batch: consuming RecordBatch) {
        inputCount = batch.count
        records = batch.records
        rejects = batch.refused
    }

    /// The number of records that are dropped because the run fails: the one that failed and all after it.
    var unfinished: Int { failure == nil ? 0 : inputCount + made - filtered - skipped - rejects.count - records.count }

    /// Moves the records out. ``keep(_:_:of:at:)`` adds the results of a stage.
    mutating func takeRecords() -> [Record] {
        var taken: [Record] = []
        swap(&taken, &records)
        records.reserveCapacity(taken.count)
        return taken
    }

    /// Moves the rejects out, for a part that passes them on with its records. After a failure they stay, because the run counts them here.
    mutating func takeRejects() -> [Reject] {
        guard failure == nil else { return [] }
        var taken: [Reject] = []
        swap(&taken, &rejects)
        return taken
    }

    /// Adds the result of a stage for a record.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the stage.
    ///   - record: The record with the changes of the stage.
    ///   - original: The record as it reached the stage.
    mutating func keep(_ verdict: Verdict, _ record: consuming Record, of original: borrowing Record, at step: PipelinePlan.Common) {
        if !record.warnings.isEmpty { warnings += step.takeRemarks(of: &record) }
        switch verdict {
        case .keep:
            // A stage may have replaced the record by a new one.
            if record.place.number == 0 { record.place = original.place }
            if record.origin.item == 0 { record.origin = original.origin }
            records.append(record)
        case .drop: filtered += 1
        case .replace(with: let replacements):
            if replacements.isEmpty { filtered += 1 } else { made += replacements.count - 1 }
            for (index, var record) in replacements.enumerated() {
                record.place = original.place.child(index)
                keep(.keep, record, of: original, at: step)
            }
        }
    }

    /// Adds the messages of programs.
    mutating func add(_ messages: [RunWarning]) { warnings = messages + warnings }

    /// Counts a record that failed at a step.
    ///
    /// - Parameter record: The record as it reached the step.
    /// - Returns: Whether the batch continues with the next record.
    mutating func drop(_ record: Record, because error: any Error, at step: PipelinePlan.Common) -> Bool {
        if error is CancellationError {
            // The run was stopped while a jq program ran. The record has no fault.
            failure = error
            return false
        }
        if let error = error as? PipelineFailure, error.concernsAllRecords {
            failure = error
            failedPlace = record.place
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

    /// Drops a record that a sink cannot write, and all after it if that fails the run.
    ///
    /// - Returns: The indexes of the dropped records.
    mutating func drop(at index: Int, because error: any Error, at step: PipelinePlan.Common) -> Range<Int> {
        let goesOn = drop(records[index], because: error, at: step)
        let dropped = index..<(goesOn ? index + 1 : records.count)
        records.removeSubrange(dropped)
        return dropped
    }

    /// Sorts the rejects in the order of the input, and drops those after the record that fails the run, because their number depends on
    /// timing.
    mutating func orderRejects() {
        if let failedPlace { rejects.removeAll { $0.place > failedPlace } }
        if rejects.count > 1 { rejects.sort { $0.place < $1.place } }
    }
}
