import Synchronization

/// A stream stage in a run: one task between two channels.
struct StreamPart: Sendable {
    let stage: any StreamStage
    let input: Channel<RecordBatch>
    let output: Channel<RecordBatch>
    let journal: RunJournal

    /// Runs until the stage returns or fails; never leaves the next part waiting.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await runStage(stage) }
            group.addTask { await output.untilOver() }
            await group.next()
            group.cancelAll()
            countLeftovers(input.close(output.closing ?? .satisfied))
        }
    }

    private func runStage(_ stage: some StreamStage) async {
        let taken = Atomic(0)
        var failure: (any Error)?
        var writer = RecordWriter(into: output)
        do {
            let batches = Batches<Record> { [input] in
                let batch = try await input.next()
                if let batch { taken.add(batch.records.count, ordering: .relaxed) }
                return batch?.records
            }
            try await stage.run(batches, into: &writer)
            try await writer.flush()
        } catch {
            failure = error
        }
        if failure == nil || failure is ReadingStopped && output.closing == .satisfied {
            countLeftovers(input.close(.satisfied))
            let difference = taken.load(ordering: .relaxed) - writer.sent
            journal.count {
                $0.filtered += max(0, difference)
                $0.made += max(0, -difference)
            }
            output.finish()
        } else {
            try? await writer.flush()
            input.close(.failed)
            if let failure { journal.fail(failure) }
            output.finish(throwing: failure)
        }
    }

    private func countLeftovers(_ batches: [RecordBatch]) {
        let count = batches.reduce(0) { $0 + $1.records.count }
        journal.count { $0.filtered += count }
    }
}
