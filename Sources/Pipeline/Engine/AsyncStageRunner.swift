import Synchronization

/// An asynchronous stage in a run. It keeps up to ``AsyncStage/concurrency`` records in progress, across batches, and sends them on in order.
struct AsyncStageRunner: SingleStageRunner {
    /// Whether records are in progress. A class, because the engine reads it while the part runs.
    private final class Activity: Sendable {
        let isBusy = Atomic(false)
    }

    private enum Event {
        /// The next batch; nil at the end of the input.
        case input(RecordBatch?)
        case finished(number: Int, AsyncWindow.Outcome)
        /// Records went to the next part; the error fails the run.
        case sent((any Error)?)
    }

    let stage: any AsyncStage
    let step: StepProperties
    let input: Channel<RecordBatch>
    let output: Channel<RecordBatch>
    /// Whether the next part gets the rejects, too, so that they stay in the order of the input.
    let withRejects: Bool
    let journal: RunJournal
    let context: RunContext
    private let activity = Activity()

    init(
        stage: any AsyncStage, step: StepProperties, input: Channel<RecordBatch>, output: Channel<RecordBatch>, withRejects: Bool,
        journal: RunJournal, context: RunContext
    ) {
        self.stage = stage
        self.step = step
        self.input = input
        self.output = output
        self.withRejects = withRejects
        self.journal = journal
        self.context = context
    }

    // The part sets `isBusy` before it asks for more input. So while it waits for input, the value is current.
    var isIdle: Bool { input.hasWaitingReceiver && !activity.isBusy.load(ordering: .acquiring) }

    func process() async { await process(by: stage) }

    private func process(by original: some AsyncStage) async {
        let stage = original.copyForRun(in: context)
        var window = AsyncWindow(concurrency: stage.concurrency)
        var watch = StopWatch()
        var failure: (any Error)?
        await withTaskGroup(of: Event.self) { group in
            var isReading = false
            var isSending = false
            var isInputOpen = true
            while output.ended.value == nil, failure == nil {
                activity.isBusy.store(isSending || !window.isEmpty, ordering: .releasing)
                // Only one batch is sent at a time, and records that finish meanwhile form the next one. Sending comes before starting,
                // because it frees entries of the window.
                let ready = isSending ? [] : window.takeReady()
                if !ready.isEmpty {
                    isSending = true
                    group.addTask { .sent(await pass(ready)) }
                }
                while let (number, record) = window.start() { group.addTask { await Self.process(record, number, by: stage) } }
                watch.run(while: window.isRunning)
                if isInputOpen, !isReading, window.needsInput {
                    isReading = true
                    // The channel keeps the reason why it ended.
                    group.addTask { [input] in .input(try? await input.next()?.element) }
                }
                guard let event = await group.next() else { break }
                switch event {
                case .input(let batch):
                    isReading = false
                    isInputOpen = batch != nil
                    if let batch { window.add(batch) }
                case .finished(let number, let outcome):
                    window.finish(number, outcome)
                    watch.run(while: window.isRunning)
                    if endsRun(outcome) { window.close() }
                case .sent(let error):
                    isSending = false
                    failure = error
                }
            }
            group.cancelAll()
            watch.run(while: false)
            // Closing the input wakes a task that may wait for the next batch.
            if let failure { input.close(.failed(failure), before: step.number, countingIn: journal) }
            for await event in group {
                switch event {
                case .input(let batch?): window.add(batch)
                case .sent(let error): failure = failure ?? error
                case .input(nil), .finished: break
                }
            }
        }
        let reason = output.ended.value ?? failure.map { ChannelCloseReason.failed($0) } ?? input.ended.value ?? .complete
        journal.add(StepCounts(of: step, time: watch.time))
        journal.count(window.left, before: step.number, leftAt: reason)
        input.close(reason, before: step.number, countingIn: journal)
        output.finish(reason)
    }

    private static func process(_ original: Record, _ number: Int, by stage: some AsyncStage) async -> Event {
        // A copy: the original stays, in case the stage throws.
        var record = original
        do {
            let verdict = try await stage.process(&record)
            try verdict.checkDepth(of: record, from: original)
            return .finished(number: number, .success((verdict, record)))
        } catch {
            return .finished(number: number, .failure(error))
        }
    }

    /// Whether a result ends the run. Records before it are kept, and no further record is started.
    private func endsRun(_ outcome: AsyncWindow.Outcome) -> Bool {
        guard case .failure(let error) = outcome else { return false }
        return step.onError == .fail || error is CancellationError || (error as? PipelineFailure)?.concernsAllRecords == true
    }

    /// Counts records that are ready, and sends them to the next part.
    ///
    /// - Returns: The error that fails the run; nil if there is none.
    private func pass(_ entries: [AsyncWindow.WindowEntry]) async -> (any Error)? {
        var outcome = BatchOutcome(RecordBatch(records: entries.compactMap(\.record), refused: entries.flatMap(\.refused)))
        outcome.count(step) { outcome in
            _ = outcome.takeRecords()
            apply(entries, to: &outcome)
        }
        outcome.orderRejects()
        let rejects = withRejects ? outcome.takeRejects() : []
        // Counted before the records are sent: the next part may end the run with these records, and the rejects must be counted by then.
        let failure = journal.add(outcome)
        let batch = RecordBatch(records: outcome.records, refused: rejects)
        do {
            if batch.count > 0 { try await output.send(batch) }
            if !outcome.rejects.isEmpty { await journal.waitForRoom() }
        } catch {
            journal.count((batch.records.count, rejects), before: step.number + 1, leftAt: output.ended.value ?? .failed(error))
        }
        return failure
    }

    private func apply(_ entries: [AsyncWindow.WindowEntry], to outcome: inout BatchOutcome) {
        for entry in entries {
            guard let original = entry.record else { continue }
            switch entry.outcome {
            case nil: preconditionFailure("a record leaves an asynchronous stage before it is ready")
            case .success((let verdict, let record))?: outcome.keep(verdict, record, of: original, at: step)
            case .failure(let error)?: guard outcome.drop(original, because: error, at: step) else { return }
            }
        }
    }
}
