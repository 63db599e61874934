internal import JSONQuery

/// A sequence of neighbouring stateless stages, and the rendering for the sinks if they follow. Several workers take batches through all
/// of it, and the batches leave in order.
struct StatelessStagesRunner: StageRunner {
    /// Where the batches go: to the next part of the pipeline, or to the sinks.
    enum BatchReceiver: Sendable {
        /// The next part. It gets the rejects, too, if it keeps the order of the records, so that they stay in the order of the input.
        case records(Channel<RecordBatch>, withRejects: Bool)
        case sinks([any AnySinkRunner])

        var receivers: [any StreamReceiver] {
            switch self {
            case .records(let channel, _): [channel]
            // Converted one by one: for the array as a whole, the runtime would look up the conformance of each element, which costs 0.4
            // million instructions.
            case .sinks(let sinks): sinks.map { $0 }
            }
        }
    }

    let stages: [PipelinePlan.StageStep]
    let workers: Int
    let input: Channel<RecordBatch>
    let output: BatchReceiver
    let journal: RunJournal
    /// The number of the first step: of the first stage, or of the first sink.
    let first: Int
    /// The number of the step behind the stages.
    private var next: Int { first + stages.count }
    private let turnstile = Turnstile()
    private let ended = Latch<ChannelCloseReason>()

    init(
        _ stages: [PipelinePlan.StageStep], from first: Int, workers: Int, input: Channel<RecordBatch>, output: BatchReceiver,
        journal: RunJournal
    ) {
        self.first = first
        self.stages = stages
        self.workers = workers
        self.input = input
        self.output = output
        self.journal = journal
    }

    func run(on executor: (any TaskExecutor)?) async {
        async let watch: Void = watchOutput()
        await ended.runUntilSet {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<workers { group.addTask(executorPreference: executor) { await work() } }
            }
            end(input.ended.value ?? .complete)
        }
        await watch
    }

    var isIdle: Bool { input.waitingReceivers == workers }

    func stop(_ reason: Interrupted) {
        end(.failed(reason))
        if case .sinks(let sinks) = output { for sink in sinks { sink.stop() } }
    }

    /// Closes the streams on both sides of the segment. The reason of the first call counts.
    private func end(_ reason: ChannelCloseReason) {
        let reason = ended.set(reason)
        input.close(reason, before: first, countingIn: journal)
        for receiver in output.receivers { receiver.finish(reason) }
    }

    /// Ends the segment when the next part needs no more records, or when a sink has failed. The other sinks then receive the failure, not
    /// a regular end of the stream.
    private func watchOutput() async {
        await withTaskGroup(of: Void.self) { group in
            for receiver in output.receivers { group.addTask { end(await receiver.ended.wait()) } }
        }
    }

    /// Takes batches through the stages until the input ends.
    private func work() async {
        var ownStages: [PipelinePlan.StageStep]?
        // The error of an input that fails is the reason with which the segment ends.
        while let (number, batch) = try? await input.next() {
            // The worker with the first batch uses the stages themselves, because many runs have only one batch.
            let steps = ownStages ?? (number == 0 ? stages : stages.map { $0.copyForWorker() })
            ownStages = steps
            var outcome = BatchOutcome(batch)
            var documents: [any RenderedDocuments] = []
            let messages = QueryMessages()
            QueryContext.$current.withValue(QueryContext.current?.logging(messages.add)) {
                for step in steps { outcome.measure(step.common) { step.apply(to: &$0) } }
                if case .sinks(let sinks) = output { documents = .init(of: &outcome, by: sinks) }
            }
            outcome.add(messages.drain())
            outcome.orderRejects()
            await turnstile.enter(number)
            await pass(&outcome, &documents)
            turnstile.leave()
        }
    }

    /// Counts a batch and sends it to the next part. The turnstile ensures that batches arrive here in order.
    private func pass(_ outcome: inout BatchOutcome, _ documents: inout [any RenderedDocuments]) async {
        if let reason = ended.value { return journal.count(outcome.input, before: first, leftAt: reason) }
        if case .sinks = output {
            documents.admit(&outcome)
            outcome.orderRejects()
        }
        let rejects = if case .records(_, withRejects: true) = output { outcome.takeRejects() } else { [] as [Reject] }
        // Counted before the records are sent: the next part may end the run with these records, and the rejects must be counted by then.
        let failure = journal.add(outcome)
        do {
            switch output {
            case .records(let channel, _):
                let batch = RecordBatch(records: outcome.records, refused: rejects)
                if batch.count > 0 { try await channel.send(batch) }
            case .sinks:
                for documents in documents { try await documents.send() }
                journal.addDelivered(outcome.records.count)
            }
            if !outcome.rejects.isEmpty { await journal.waitForRoom() }
            if let failure { end(.failed(failure)) }
        } catch {
            let reason = output.receivers.lazy.compactMap(\.ended.value).first ?? .failed(error)
            journal.count((outcome.records.count, rejects), before: next, leftAt: reason)
            end(reason)
        }
    }
}
