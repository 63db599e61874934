import Synchronization

/// Collects counts, warnings, rejects and the first failure of a run. A class, because all parts of the run share it.
final class RunJournal: Sendable {
    private struct State {
        var ledger: StepLedger
        /// The number of records that were rejected because a server gave no good response.
        var unavailable = 0
        var failure: (any Error)?
        /// The first reject in the order of the input.
        var firstReject: Reject?
        /// The last place that a stream stage sent before it needed no more records.
        var cut: RecordPlace?
        /// Whether a stream stage has changed the order. The records after a place are then unknown.
        var isReordered = false
    }

    private let state: Mutex<State>
    private let observer: any RunObserver
    private let rejects: (any RejectsOutput)?
    /// The texts that are masked for the observer and in the rejects.
    private let secrets: SecretValues
    private let learnedSecrets: LearnedSecrets

    /// - Parameters:
    ///   - ledger: The ledger at the start of the run, with zeros for each step.
    ///   - secrets: The texts that are masked for the observer and in the rejects.
    ///   - learnedSecrets: Such texts that the run learns.
    init(
        _ ledger: StepLedger, observer: any RunObserver, rejects: (any RejectsOutput)?, secrets: SecretValues,
        learnedSecrets: LearnedSecrets
    ) {
        state = Mutex(State(ledger: ledger))
        self.observer = observer
        self.rejects = rejects
        self.secrets = secrets
        self.learnedSecrets = learnedSecrets
    }

    /// The counts. The number of written records is missing: only the sinks know it.
    var counts: RunCounts { state.withLock { $0.ledger.totals } }
    /// The number of records sent to all sinks.
    var delivered: Int { state.withLock { $0.ledger.delivered } }
    /// The counts of the steps.
    var ledger: StepLedger { state.withLock { $0.ledger } }
    /// The number of records that were rejected because a server gave no good response.
    var unavailable: Int { state.withLock { $0.unavailable } }
    /// The first failure of the run; nil if there is none.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// The first reject in the order of the input; nil if there is none.
    var firstReject: Reject? { state.withLock { $0.firstReject } }

    /// The last place of the input that counts; nil if every stream stage read its whole input, or if one changed the order.
    var cut: RecordPlace? { state.withLock { $0.isReordered ? nil : $0.cut } }

    /// Whether a stream stage needed no more records before the end of its input.
    var isCut: Bool { state.withLock { $0.cut != nil } }

    /// Notes that a stream stage needs no more records.
    ///
    /// - Parameter place: The place of the last record that it sent; nil if it sent none.
    func noteStop(after place: RecordPlace?) {
        let place = place ?? RecordPlace()
        state.withLock { $0.cut = min($0.cut ?? place, place) }
    }

    /// Notes that a stream stage sends records in another order.
    func noteReordering() { state.withLock { $0.isReordered = true } }

    /// Counts rejects after the ``cut`` as filtered instead.
    ///
    /// - Parameter rejects: Their number, by the number of the step.
    func countRejectsAsFiltered(_ rejects: [Int: Int]) { state.withLock { $0.ledger.countRejectsAsFiltered(rejects) } }

    /// Adds the counts of a step.
    func add(_ counts: StepCounts) { state.withLock { $0.ledger.add(counts) } }

    /// Notes a failure. Only the first one counts: the others follow from it.
    func fail(_ error: any Error) {
        guard !(error is ReadingStopped) else { return }
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Counts a batch that was on the way to a step when the stream of that step ended.
    ///
    /// - Parameters:
    ///   - batch: The number of records, and the rejects of earlier steps among them.
    ///   - step: The number of the step.
    ///   - reason: After a failure the records count as unfinished, otherwise as filtered.
    func count(_ batch: (records: Int, refused: [Reject]), before step: Int, leftAt reason: ChannelCloseReason) {
        state.withLock { $0.ledger.add(batch.records, batch.refused, before: step, leftAt: reason) }
    }

    /// Counts the records of a batch by step and result, and reports its warnings and rejects.
    ///
    /// - Returns: The error that fails the run; nil if there is none.
    func add(_ outcome: BatchOutcome) -> (any Error)? {
        state.withLock { state in
            for step in outcome.steps { state.ledger.add(step) }
            state.ledger.add(outcome.rejects)
        }
        for warning in outcome.warnings { warn(warning) }
        var failure = outcome.failure
        do {
            try report(outcome.rejects)
        } catch {
            failure = failure ?? error
        }
        if let failure { fail(failure) }
        return failure
    }

    /// Counts records that went to all sinks.
    func addDelivered(_ records: Int) { state.withLock { $0.ledger.addDelivered(records) } }

    /// Counts and reports records that a stream stage refused, or input that a source refused.
    ///
    /// - Throws: ``PipelineFailure`` if the rejects cannot be written.
    func add(_ rejects: [Reject]) throws {
        state.withLock { $0.ledger.add(rejects) }
        try report(rejects)
    }

    /// Waits until the output of the rejects takes more.
    func waitForRoom() async { await rejects?.waitForRoom() }

    /// Reports a warning.
    func warn(_ warning: RunWarning) {
        let secrets = allSecrets
        observer.warn(secrets.isEmpty ? warning : warning.masked(by: secrets))
    }

    /// The secrets of the pipeline, and those that the run has learned so far.
    private var allSecrets: SecretValues {
        var secrets = secrets
        secrets.formUnion(learnedSecrets.snapshot)
        return secrets
    }

    private func report(_ list: [Reject]) throws {
        guard !list.isEmpty else { return }
        state.withLock { $0.unavailable += list.count { $0.cause == .remoteUnavailable } }
        let secrets = allSecrets
        let list = secrets.isEmpty ? list : list.map { $0.masked(by: secrets) }
        state.withLock { state in
            for reject in list where state.firstReject.map({ reject.place < $0.place }) ?? true { state.firstReject = reject }
        }
        for reject in list { observer.reject(reject) }
        do {
            try rejects?.append(list)
        } catch {
            fail(error)
            throw error
        }
    }
}

extension Channel<RecordBatch> {
    /// Closes the receiving end, and counts the records left in the channel.
    ///
    /// - Parameter step: The number of the step that the channel leads to.
    func close(_ reason: ChannelCloseReason, before step: Int, countingIn journal: RunJournal) {
        if let left = close(reason) { journal.count((left.records.count, left.refused), before: step, leftAt: reason) }
    }
}
