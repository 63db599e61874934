/// A run of neighbouring stateless stages, and the rendering for the sinks if they come next. Several workers take batches
/// through all of it; the batches leave in order.
struct Segment: RunPart {
    /// Where the batches go.
    enum Output: Sendable {
        case records(Channel<RecordBatch>)
        case sinks([any SinkLane])
    }

    let stages: [PipelinePlan.StageStep]
    let workers: Int
    let input: Channel<RecordBatch>
    let output: Output
    let journal: RunJournal
    private let turnstile = Turnstile()
    private let progress = SegmentProgress()

    init(_ stages: [PipelinePlan.StageStep], workers: Int, input: Channel<RecordBatch>, output: Output, journal: RunJournal) {
        self.stages = stages
        self.workers = workers
        self.input = input
        self.output = output
        self.journal = journal
    }

    func run(on executor: (any TaskExecutor)?) async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<workers {
                group.addTask(executorPreference: executor) {
                    await work()
                    return true
                }
            }
            group.addTask {
                await watchOutput()
                return false
            }
            var working = workers
            while working > 0, let wasWorker = await group.next() {
                if wasWorker { working -= 1 }
                guard !wasWorker || progress.failure != nil else { continue }
                // Something failed or no part wants more: workers that wait for answers from elsewhere need not.
                if !progress.isSatisfied { fail(ReadingStopped()) }
                group.cancelAll()
            }
            finishOutput()
        }
    }

    func stop(_ reason: Interrupted) {
        fail(reason)
        finishOutput()
        guard case .sinks(let lanes) = output else { return }
        for lane in lanes { lane.stop() }
    }

    private func work() async {
        var stages = stages
        var count = 0
        do {
            while let batch = try await input.next() {
                count += 1
                // One batch is not worth it.
                if count == 2, workers > 1 { stages = stages.map { $0.copyForWorker() } }
                var outcome = BatchOutcome(batch)
                for step in stages { await step.apply(to: &outcome) }
                var isAlive = [Bool](repeating: true, count: outcome.records.count)
                let documents = render(&outcome, isAlive: &isAlive)
                outcome.orderRejects()
                await turnstile.enter(batch.number)
                await pass(&outcome, documents, isAlive: &isAlive)
                turnstile.leave()
            }
        } catch {
            progress.endedUpstream(error)
        }
    }

    private func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> [any RenderedDocuments] {
        guard case .sinks(let lanes) = output else { return [] }
        return lanes.map { $0.render(&outcome, isAlive: &isAlive) }
    }

    /// Makes a batch known and hands it on. Called in the order of the batches.
    private func pass(_ outcome: inout BatchOutcome, _ documents: [any RenderedDocuments], isAlive: inout [Bool]) async {
        let inputCount = outcome.inputCount
        if progress.failure != nil { return journal.count { $0.unfinished += inputCount } }
        if progress.isSatisfied { return journal.count { $0.filtered += inputCount } }
        do {
            let failure: (any Error)?
            switch output {
            case .records(let channel):
                if !outcome.records.isEmpty {
                    try await channel.send(RecordBatch(number: progress.nextBatchNumber(), records: outcome.records))
                }
                failure = journal.book(outcome, passedOn: outcome.records.count, isDelivery: false)
            case .sinks(let lanes):
                lanes.admit(documents, &outcome, isAlive: &isAlive)
                outcome.orderRejects()
                for (lane, rendered) in zip(lanes, documents) { try await lane.send(rendered, isAlive: isAlive) }
                failure = journal.book(outcome, passedOn: isAlive.count { $0 }, isDelivery: true)
            }
            if let failure { fail(failure) }
        } catch {
            guard case .records(let channel) = output, channel.closing == .satisfied else {
                journal.count { $0.unfinished += inputCount }
                return fail(error)
            }
            journal.count { $0.filtered += inputCount }
            satisfy()
        }
    }

    private func fail(_ error: any Error) {
        progress.fail(error)
        input.close(.failed, booking: journal)
    }

    private func satisfy() {
        progress.satisfy()
        input.close(.satisfied, booking: journal)
    }

    /// Returns when the next part wants no more, or has got all.
    private func watchOutput() async {
        switch output {
        case .records(let channel):
            if await channel.untilOver() == .satisfied { satisfy() }
        case .sinks(let lanes):
            await withTaskGroup(of: Closing?.self) { group in
                for lane in lanes { group.addTask { await lane.untilOver() } }
                for await breach in group where breach != nil {
                    // One sink has failed: the others must not believe that the stream has come to its end.
                    fail(ReadingStopped())
                    finishOutput()
                }
            }
        }
    }

    /// Says the same to all that come next, however often it is called and whatever happens meanwhile.
    private func finishOutput() {
        let failure = progress.conclude()
        switch output {
        case .records(let channel): channel.finish(throwing: failure)
        case .sinks(let lanes): for lane in lanes { lane.finish(throwing: failure) }
        }
    }
}
