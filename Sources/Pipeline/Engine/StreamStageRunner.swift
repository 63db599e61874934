import Synchronization

/// A stream stage in a run: one task between two channels.
struct StreamStageRunner: SingleStageRunner {
    let stage: any StreamStage
    let step: StepProperties
    /// The number of this part in the run.
    let number: Int
    /// The number of workers of the run.
    let workers: Int
    let input: Channel<RecordBatch>
    let output: Channel<RecordBatch>
    let journal: RunJournal
    let context: RunContext
    /// The files of the run, which no record may overwrite.
    let outputPaths: ClaimedPaths
    /// Whether the run may start programs.
    let allowsPrograms: Bool

    var isIdle: Bool { input.hasWaitingReceiver }

    func process() async { await process(by: stage) }

    private func process(by stage: some StreamStage) async {
        let start = ContinuousClock.now
        let taken = Atomic(0)
        let waiting = WaitingTime()
        // The reason why the input ended; set once the stage has read it to the end.
        let inputEnd = Latch<ChannelCloseReason>()
        let reporter = WriterReporter(step: step, part: number, journal: journal)
        var context = context
        context.secondReading = SecondReading(
            reporter: reporter, workers: workers, outputPaths: outputPaths, allowsPrograms: allowsPrograms)
        var writer = RecordWriter(into: output, for: reporter, in: context, parallelism: workers)
        var failure: (any Error)?
        do {
            let batches = Batches<Record>(in: context) { [input, output] in
                do {
                    while let batch = try await waiting.during({ try await input.nextUnlessCancelled() })?.element {
                        if !batch.refused.isEmpty {
                            try journal.add(batch.refused)
                            await journal.waitForRoom()
                        }
                        if batch.records.isEmpty { continue }
                        taken.add(batch.records.count, ordering: .relaxed)
                        return batch.records
                    }
                } catch {
                    // If the stage itself has cancelled its reading, the input has not failed.
                    if !(error is CancellationError) || input.ended.value != nil { inputEnd.set(.failed(error)) }
                    throw error
                }
                inputEnd.set(.complete)
                // If a part downstream closed the stream, this is not the end of the input, and the stage must not treat it as one.
                if output.ended.value != nil { throw CancellationError() }
                return nil
            }
            try await stage.run(batches, into: &writer)
            try await writer.flush()
            if inputEnd.value == nil, output.ended.value == nil { journal.noteStop(after: writer.lastPlace) }
        } catch {
            failure = error.failure(.badData, of: step)
        }
        if writer.isReordered { journal.noteReordering() }
        // A failure upstream counts, even if the stage caught it.
        let upstream = inputEnd.value?.failure
        failure = upstream ?? failure
        if failure != nil { try? await writer.flush() }  // records before the failure are delivered
        // An error after the next part needed no more records is a consequence of that.
        if case .enough? = output.ended.value { failure = nil }
        // An upstream failure is noted only if a part downstream asks for more.
        if let failure, upstream == nil { journal.fail(failure) }
        let leftReason = failure.map { .failed($0) } ?? ChannelCloseReason.enough
        var counts = StepCounts(of: step, time: start.duration(to: .now) - waiting.total - writer.waitedTime)
        counts.input = taken.load(ordering: .relaxed)
        counts.output = writer.sent
        let left = counts.input - writer.sent - writer.refused
        counts.made = max(0, -left)
        if failure == nil { counts.filtered = max(0, left) } else { counts.unfinished = max(0, left) }
        journal.add(counts)
        input.close(leftReason, before: step.number, countingIn: journal)
        output.finish(failure.map { .failed($0) } ?? .complete)
    }
}
