/// The counts of all steps of a run: a value without locks.
///
/// Every record goes to all sinks. A record that is lost before its documents are sent is lost for all sinks, and is counted once.
struct StepLedger {
    /// The counts of the source, the stages and the sinks. A sink counts only its own refusals and its time.
    private(set) var steps: [StepCounts]
    /// The number of the first sink.
    private let firstSink: Int
    /// The number of records that went to all sinks.
    private(set) var delivered = 0
    /// The number of records that reached the sinks and were dropped there, because the run failed.
    private var unfinishedAtSinks = 0
    /// The number of records that reached the sinks after these needed no more.
    private var filteredAtSinks = 0

    /// Creates a ledger with zeros for each step.
    ///
    /// - Parameters:
    ///   - steps: The source, the stages and the sinks, numbered from 0.
    ///   - firstSink: The number of the first sink.
    init(of steps: [StepProperties], firstSink: Int) {
        self.steps = steps.map { StepCounts(of: $0) }
        self.firstSink = firstSink
    }

    /// The numbers of the run. The number of written records is missing: only the sinks know it.
    var totals: RunCounts {
        var totals = RunCounts()
        totals.read = steps[0].input
        for step in steps {
            totals.made += step.made
            totals.filtered += step.filtered
            totals.rejected += step.rejected
            totals.skipped += step.skipped
            totals.unfinished += step.unfinished
        }
        totals.filtered += filteredAtSinks
        totals.unfinished += unfinishedAtSinks
        return totals
    }

    /// Adds the counts of a step. Records that are unfinished at one sink count as unfinished for all sinks.
    mutating func add(_ counts: StepCounts) {
        var counts = counts
        if counts.number >= firstSink {
            unfinishedAtSinks += counts.unfinished
            counts.unfinished = 0
        }
        steps[counts.number] += counts
    }

    /// Counts rejected records.
    mutating func add(_ rejects: [Reject]) {
        for reject in rejects { steps[reject.stepNumber].rejected += 1 }
    }

    /// Counts records that went to all sinks.
    mutating func addDelivered(_ records: Int) { delivered += records }

    /// Counts records that were on the way to a step when its stream ended, and rejects of earlier steps among them.
    ///
    /// - Parameter reason: After a failure they count as unfinished, otherwise as filtered.
    mutating func add(_ records: Int, _ rejects: [Reject], before step: Int, leftAt reason: ChannelCloseReason) {
        let result: WritableKeyPath<StepCounts, Int> = if case .failed = reason { \.unfinished } else { \.filtered }
        for reject in rejects { steps[reject.stepNumber][keyPath: result] += 1 }
        if step < firstSink {
            steps[step].input += records
            steps[step][keyPath: result] += records
        } else if case .failed = reason {
            unfinishedAtSinks += records
        } else {
            filteredAtSinks += records
        }
    }

    /// Counts rejects as filtered instead.
    ///
    /// - Parameter rejects: Their number, by the number of the step.
    mutating func countRejectsAsFiltered(_ rejects: [Int: Int]) {
        for (step, count) in rejects {
            steps[step].rejected -= count
            steps[step].filtered += count
        }
    }

    /// The counts of all steps at the end of a run.
    ///
    /// - Parameter written: The number of records in the output of each sink.
    func final(written: [Int]) -> [StepCounts] {
        var final = steps
        let taken = delivered + unfinishedAtSinks
        for (index, written) in written.enumerated() {
            let sink = firstSink + index
            final[sink].output = written
            final[sink].filtered += filteredAtSinks
            final[sink].unfinished = taken - written
            final[sink].input = taken + filteredAtSinks + steps[sink].rejected + steps[sink].skipped + steps[sink].filtered
        }
        let time = final.reduce(Duration.zero) { $0 + $1.time }
        if time > .zero { for index in final.indices { final[index].share = final[index].time / time } }
        return final
    }
}
