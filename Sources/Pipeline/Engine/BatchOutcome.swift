/// What became of a batch in a segment: built by one worker, counted at the turnstile.
struct BatchOutcome: Sendable {
    /// How many records the batch had when it came, those that the source refused included.
    let inputCount: Int
    /// The records that were kept so far.
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

    /// How many records the failure of the run gives up: the one that failed and all after it.
    var unfinished: Int { failure == nil ? 0 : inputCount + made - filtered - skipped - rejects.count - records.count }

    /// Takes the records out. A stage's results are added again with ``keep(_:_:of:at:)``.
    mutating func takeRecords() -> [Record] {
        var taken: [Record] = []
        swap(&taken, &records)
        records.reserveCapacity(taken.count)
        return taken
    }

    /// Adds what a stage made of a record.
    ///
    /// - Parameters:
    ///   - record: The record as the stage left it.
    ///   - original: The record as it reached the stage.
    mutating func keep(_ verdict: Verdict, _ record: consuming Record, of original: borrowing Record, at step: PipelinePlan.Common) {
        if !record.warnings.isEmpty { warnings += step.takeRemarks(of: &record) }
        switch verdict {
        case .keep:
            // A stage may have put a new record in the place of the old one.
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

    /// Counts a record that failed at a step.
    ///
    /// - Parameter record: The record as it was when it reached the step.
    /// - Returns: Whether the batch continues with the next record.
    mutating func drop(_ record: Record, because error: any Error, at step: PipelinePlan.Common) -> Bool {
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

    /// Drops a record that a sink cannot write, and all after it if that fails the run.
    ///
    /// - Returns: The indexes of the dropped records.
    mutating func drop(at index: Int, because error: any Error, at step: PipelinePlan.Common) -> Range<Int> {
        let goesOn = drop(records[index], because: error, at: step)
        let dropped = index..<(goesOn ? index + 1 : records.count)
        records.removeSubrange(dropped)
        return dropped
    }

    /// Sorts the rejects in the order of the input, and drops those after the record that fails the run: how far later records
    /// came depends on timing.
    mutating func orderRejects() {
        if let failedPlace { rejects.removeAll { $0.place > failedPlace } }
        if rejects.count > 1 { rejects.sort { $0.place < $1.place } }
    }
}
