/// The result of a batch in a segment: kept records, rejects, warnings and counts. One worker builds it. Behind the turnstile, the journal
/// counts it.
struct BatchOutcome: Sendable {
    /// Number of records in the batch, and the input that the source refused.
    let input: (records: Int, refused: [Reject])
    /// The records that the stages have kept so far.
    private(set) var records: [Record]
    /// The counts of the steps, without rejects: the journal counts the rejects that are left at the end.
    private(set) var steps: [StepCounts] = []
    private var made = 0
    private var filtered = 0
    private var skipped = 0
    private(set) var rejects: [Reject] = []
    private(set) var warnings: [RunWarning] = []
    /// The error that fails the run; the records before the one that failed are kept.
    private(set) var failure: (any Error)?
    private var failures = 0
    /// The place of the record that fails the run.
    private var failedPlace: RecordPlace?

    init(_ batch: consuming RecordBatch) {
        input = (batch.records.count, batch.refused)
        records = batch.records
        rejects = batch.refused
    }

    /// Takes all records through a stage, and adds the counts and the time of the stage. The time is measured once a batch, not once a
    /// record.
    mutating func measure(_ step: StepProperties, _ body: (inout BatchOutcome) -> Void) {
        let time = ContinuousClock().measure { count(step, body) }
        steps[steps.endIndex - 1].time = time
    }

    /// Takes all records through a stage, and adds the counts of the stage.
    mutating func count(_ step: StepProperties, _ body: (inout BatchOutcome) -> Void) {
        var counts = StepCounts(of: step)
        counts.input = records.count
        let before = (made: made, filtered: filtered, skipped: skipped, rejected: rejects.count, failures: failures)
        body(&self)
        counts.output = records.count
        counts.made = made - before.made
        counts.filtered = filtered - before.filtered
        counts.skipped = skipped - before.skipped
        if failures > before.failures {
            // The record that failed, and all after it.
            let done = counts.output + counts.filtered + counts.skipped + rejects.count - before.rejected
            counts.unfinished = counts.input + counts.made - done
        }
        steps.append(counts)
    }

    /// Notes the time that a sink takes for the batch.
    mutating func measure<Value>(sink step: StepProperties, _ body: (inout BatchOutcome) -> Value) -> Value {
        let start = ContinuousClock.now
        let value = body(&self)
        note(step) { $0.time += start.duration(to: .now) }
        return value
    }

    /// Changes the counts of a step.
    private mutating func note(_ step: StepProperties, _ change: (inout StepCounts) -> Void) {
        let index = steps.lastIndex { $0.number == step.number } ?? steps.endIndex
        if index == steps.endIndex { steps.append(StepCounts(of: step)) }
        change(&steps[index])
    }

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
    mutating func keep(_ verdict: Verdict, _ record: consuming Record, of original: borrowing Record, at step: StepProperties) {
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
    mutating func drop(_ record: Record, because error: any Error, at step: StepProperties) -> Bool {
        if error is CancellationError {
            // The run was stopped while a jq program ran. The record has no fault.
            return fail(error, at: nil)
        }
        if let error = error as? PipelineFailure, error.concernsAllRecords { return fail(error, at: record.place) }
        switch step.onError {
        case .fail:
            return fail(error as? PipelineFailure ?? step.failure(error.message, at: record.origin), at: record.place)
        case .reject:
            rejects.append(Reject(step, error: error, record: record))
        case .skip:
            skipped += 1
            warnings.append(step.skipping(error.message, at: record.origin))
        }
        return true
    }

    /// Notes the error that fails the run.
    ///
    /// - Returns: False: the batch does not continue.
    private mutating func fail(_ error: any Error, at place: RecordPlace?) -> Bool {
        failure = error
        failures += 1
        if let place { failedPlace = place }
        return false
    }

    /// Drops a record that a sink cannot write, and all after it if that fails the run.
    ///
    /// - Returns: The indexes of the dropped records.
    mutating func drop(at index: Int, because error: any Error, at step: StepProperties) -> Range<Int> {
        let skippedBefore = skipped
        let goesOn = drop(records[index], because: error, at: step)
        let dropped = index..<(goesOn ? index + 1 : records.count)
        note(step) { [skipped] counts in
            counts.skipped += skipped - skippedBefore
            if !goesOn { counts.unfinished += dropped.count }
        }
        records.removeSubrange(dropped)
        return dropped
    }

    /// Sorts the rejects in the order of the input, and drops those after the record that fails the run, because their number depends on
    /// timing.
    mutating func orderRejects() {
        if let failedPlace {
            for reject in rejects where reject.place > failedPlace {
                var counts = StepCounts(of: reject)
                counts.unfinished = 1
                steps.append(counts)
            }
            rejects.removeAll { $0.place > failedPlace }
        }
        if rejects.count > 1 { rejects.sort { $0.place < $1.place } }
    }
}
