import Synchronization

/// A stream stage in a run: one task between two channels.
struct StreamPart: RunPart {
    let stage: any StreamStage
    let common: PipelinePlan.Common
    /// The number of this part in the run.
    let number: Int
    let input: Channel<RecordBatch>
    let output: Channel<RecordBatch>
    let journal: RunJournal

    func run(on executor: (any TaskExecutor)?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { await runStage(stage) }
            group.addTask { _ = await output.untilOver() }
            await group.next()
            group.cancelAll()
            input.close(output.breach ?? .satisfied, booking: journal)
        }
    }

    func stop(_ reason: Interrupted) { output.finish(throwing: reason) }

    private func runStage(_ stage: some StreamStage) async {
        let taken = Atomic(0)
        /// What failed in front of the stage, if the stage has heard of it, whatever it made of that.
        let upstream = Mutex<(any Error)?>(nil)
        /// Whether the stage has read its input to the end.
        let hasSeenEnd = Atomic(false)
        var failure: (any Error)?
        var writer = RecordWriter(into: output, for: WriterAccount(step: common, part: number, journal: journal))
        do {
            let batches = Batches<Record> { [input] in
                do {
                    while let batch = try await input.next() {
                        if !batch.refused.isEmpty { try journal.book(batch.refused) }
                        if batch.records.isEmpty { continue }
                        taken.add(batch.records.count, ordering: .relaxed)
                        return batch.records
                    }
                } catch {
                    upstream.withLock { $0 = error }
                    throw error
                }
                hasSeenEnd.store(true, ordering: .relaxed)
                // A closed channel ends here, too: the stage must not take that for the good end of the records.
                try Task.checkCancellation()
                return nil
            }
            try await stage.run(batches, into: &writer)
            try await writer.flush()
            if !hasSeenEnd.load(ordering: .relaxed), output.closing == nil { journal.stop(behind: writer.lastPlace) }
        } catch {
            failure = error.failure(.badData, of: common)
        }
        if writer.isReordered { journal.noteReordering() }
        let heard = upstream.withLock { $0 }
        failure = heard ?? failure
        if failure != nil { try? await writer.flush() }  // records in front of a fault are delivered
        // Whatever a stage throws when the next part has enough follows from that.
        if output.closing == .satisfied { failure = nil }
        // A fault that the stage was only told of counts if a part behind it asks for more.
        if let failure, heard == nil { journal.fail(failure) }
        input.close(failure == nil ? .satisfied : .failed, booking: journal)
        let left = taken.load(ordering: .relaxed) - writer.sent - writer.refused
        journal.count { counts in
            counts.made += max(0, -left)
            if failure == nil { counts.filtered += max(0, left) } else { counts.unfinished += max(0, left) }
        }
        output.finish(throwing: failure)
    }
}
