import Synchronization

/// A run of neighbouring stateless stages, and the rendering for the sinks if they come next. Several workers take batches
/// through all of it; the batches leave in order.
struct Segment: Sendable {
    /// Where the batches go.
    enum Output: Sendable {
        case records(Channel<RecordBatch>)
        case sinks([any SinkLane])
    }

    let stages: [PipelinePlan.StageStep]
    let input: Channel<RecordBatch>
    let output: Output
    let journal: RunJournal
    private let turnstile = Turnstile()
    private let progress = SegmentProgress()

    init(stages: [PipelinePlan.StageStep], input: Channel<RecordBatch>, output: Output, journal: RunJournal) {
        self.stages = stages
        self.input = input
        self.output = output
        self.journal = journal
    }

    /// Runs until the input ends or something fails; never leaves the next part waiting.
    func run(workers: Int) async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<workers { group.addTask { await work() } }
            group.addTask {
                await outputIsOver()
                return false
            }
            var working = workers
            while working > 0, let wasWorker = await group.next() {
                if wasWorker { working -= 1 }
                guard !wasWorker || progress.failure != nil else { continue }
                // Something failed or nobody wants more: workers that wait for answers from elsewhere need not.
                if !progress.isSatisfied { fail(ReadingStopped()) }
                group.cancelAll()
            }
            finishOutput()
        }
    }

    private func work() async -> Bool {
        do {
            while let batch = try await input.next() {
                var outcome = BatchOutcome(batch)
                for step in stages { await step.apply(to: &outcome) }
                var isAlive = [Bool](repeating: true, count: outcome.records.count)
                let documents = render(&outcome, isAlive: &isAlive)
                await turnstile.enter(batch.number)
                await pass(&outcome, documents, isAlive: &isAlive)
                turnstile.leave()
            }
        } catch {
            progress.endedUpstream(error)
        }
        return true
    }

    private func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> [any RenderedDocuments] {
        guard case .sinks(let lanes) = output else { return [] }
        return lanes.map { $0.render(&outcome, isAlive: &isAlive) }
    }

    /// Makes a batch known and hands it on. Called in the order of the batches.
    private func pass(_ outcome: inout BatchOutcome, _ documents: [any RenderedDocuments], isAlive: inout [Bool]) async {
        if progress.failure != nil { return }
        if progress.isSatisfied { return journal.count { $0.filtered += outcome.inputCount } }
        do {
            switch output {
            case .records(let channel):
                if !outcome.records.isEmpty {
                    try await channel.send(RecordBatch(number: progress.nextBatchNumber(), records: outcome.records))
                }
            case .sinks(let lanes):
                for (lane, rendered) in zip(lanes, documents) { lane.admit(rendered, &outcome, isAlive: &isAlive) }
                for (lane, rendered) in zip(lanes, documents) { try await lane.send(rendered, isAlive: isAlive) }
            }
            journal.book(outcome)
            if let failure = outcome.failure { fail(failure) }
        } catch {
            guard case .records(let channel) = output, channel.closing == .satisfied else { return fail(error) }
            progress.satisfy()
            journal.count { $0.filtered += outcome.inputCount }
            countLeftovers(input.close(.satisfied))
        }
    }

    private func fail(_ error: any Error) {
        progress.fail(error)
        input.close(.failed)
    }

    private func countLeftovers(_ batches: [RecordBatch]) {
        let count = batches.reduce(0) { $0 + $1.records.count }
        journal.count { $0.filtered += count }
    }

    /// Returns when the next part wants no more (or has got all).
    private func outputIsOver() async {
        switch output {
        case .records(let channel):
            await channel.untilOver()
            guard channel.closing == .satisfied else { return }
            progress.satisfy()
            countLeftovers(input.close(.satisfied))
        case .sinks(let lanes):
            await withTaskGroup(of: Void.self) { group in
                for lane in lanes { group.addTask { await lane.untilOver() } }
                await group.next()
                // One sink has failed: the others must not believe that the stream has come to its end.
                fail(ReadingStopped())
                finishOutput()
            }
        }
    }

    private func finishOutput() {
        let failure = progress.failure ?? progress.upstreamFailure
        switch output {
        case .records(let channel): channel.finish(throwing: failure)
        case .sinks(let lanes): for lane in lanes { lane.finish(throwing: failure) }
        }
    }
}
