import Synchronization

/// Runs one sink in a task of its own. A class, because the workers, which send documents, share it.
final class SinkRunner<Target: Sink>: AnySinkRunner {
    /// The documents of one batch, in a worker.
    private struct BatchDocuments: RenderedDocuments {
        let runner: SinkRunner
        var documents: [Target.Document] = []

        var step: StepProperties { runner.step }
        var count: Int { documents.count }

        mutating func render(_ records: [Record]) throws {
            documents.reserveCapacity(records.count)
            for index in documents.count..<records.count { documents.append(try runner.sink.render(records[index], in: runner.context)) }
        }

        mutating func admit(_ range: Range<Int>) -> (index: Int, error: any Error)? {
            for index in range {
                do { try runner.admission.admit(&documents[index]) } catch { return (index, error) }
            }
            return nil
        }

        func withdraw(_ index: Int) { runner.admission.withdraw(documents[index]) }
        mutating func remove(_ dropped: Range<Int>) { documents.removeSubrange(dropped.clamped(to: documents.indices)) }
        func send() async throws { if !documents.isEmpty { try await runner.channel.send(documents) } }
    }

    private struct State {
        /// The number of documents that the sink has received.
        var received = 0
        /// The number of documents that the sink has written. The documents of a batch count once the sink asks for the next batch.
        var written = 0
    }

    /// Grace period after a signal: long enough for a live reader to receive the record in progress, short enough not to hang on a
    /// blocked one.
    private static var grace: Duration { .seconds(1) }

    private let sink: Target
    private let admission: Admission<Target.Document>
    private let step: StepProperties
    private let number: Int
    private let commitPoint: CommitPoint
    private let journal: RunJournal
    /// The context of the run, which the sink renders with.
    private let context: RunContext
    private let channel = Channel<[Target.Document]>()
    /// Set to true when the run is stopped, or to false when the sink has ended before that.
    private let isStopped = Latch<Bool>()
    private let state = Mutex(State())
    private let waiting = WaitingTime()

    /// - Parameter number: The number of the sink, from 0.
    init(_ sink: Target, _ step: StepProperties, number: Int, commitPoint: CommitPoint, journal: RunJournal, context: RunContext) {
        self.sink = sink
        admission = sink.admission
        self.step = step
        self.number = number
        self.commitPoint = commitPoint
        self.journal = journal
        self.context = context
    }

    var emptyDocuments: any RenderedDocuments { BatchDocuments(runner: self) }
    var ended: Latch<ChannelCloseReason> { channel.ended }
    var written: Int { state.withLock { $0.written } }

    var isIdle: Bool { channel.hasWaitingReceiver }

    func finish(_ reason: ChannelCloseReason) { channel.finish(reason) }
    func stop() { isStopped.set(true) }

    func run(writes: Bool) async {
        await isStopped.runUntilSet { [self] in
            let start = ContinuousClock.now
            do {
                try await write(writes)
            } catch {
                fail(error)
            }
            journal.add(StepCounts(of: step, time: start.duration(to: .now) - waiting.total))
            isStopped.set(false)
        } onSet: { isStopped in
            if isStopped { try? await Task.sleep(for: Self.grace) }
        }
    }

    private func fail(_ error: any Error) {
        // The journal keeps the first failure, so it gets the cause before other parts fail as a consequence.
        let failure =
            error is ReadingStopped
            ? PipelineFailure(.internalError, "a sink did not come to its end, and the cause is unknown")
            : error.failure(.cannotWrite, of: step)
        journal.fail(failure)
        commitPoint.fail(failure)
        channel.close(.failed(failure))
    }

    private func write(_ writes: Bool) async throws {
        let batches = Batches<Target.Document>(in: context) { [self] in
            try await nextBatch()
        } awaitOthers: { [self] in
            guard commitPoint.end.isOpen else {
                throw PipelineFailure(.internalError, "the sink \(step.type) was ready before it had read everything")
            }
            try await waiting.during { try await commitPoint.pass(number) }
        }
        if writes || (context.plan != nil && sink.traits.supportsPlan) {
            try await sink.write(batches)
        } else {
            for try await _ in batches {}
            context.plan?.begin(.unknown, shown: "\(step.path) (\(step.type))")
        }
        if try await receive() != nil {
            throw PipelineFailure(.internalError, "the sink \(step.type) returned before it had read everything")
        }
        // For sinks that do not call ``Batches/commitPoint()``.
        try await waiting.during {
            try await commitPoint.end.arrive(number)
            try await commitPoint.pass(number)
        }
        state.withLock { $0.written = $0.received }
    }

    private func nextBatch() async throws -> [Target.Document]? {
        state.withLock { $0.written = $0.received }
        if let batch = try await receive() {
            state.withLock { $0.received += batch.count }
            return batch
        }
        try await waiting.during { try await commitPoint.end.arrive(number) }
        return nil
    }

    private func receive() async throws -> [Target.Document]? {
        do {
            return try await waiting.during { try await channel.next() }?.element
        } catch {
            // The journal gets the error even if the sink catches it.
            journal.fail(error)
            throw error
        }
    }
}
