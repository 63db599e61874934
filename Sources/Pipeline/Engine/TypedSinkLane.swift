import Synchronization

/// The lane of one sink. Shared by the workers, which render, and the sink's own task; so a class.
final class TypedSinkLane<Target: Sink>: SinkLane {
    private struct State {
        /// Documents that the sink was given.
        var given = 0
        /// Documents that it has dealt with: a batch is when the sink asks for the next one.
        var written = 0
        var hasSeenEnd = false
        var isDone = false
    }

    private let sink: Target
    private let common: PipelinePlan.Common
    private let number: Int
    private let gates: SinkGates
    private let journal: RunJournal
    private let channel = Channel<[Target.Document]>()
    /// Finished when the sink is done, closed when the run was stopped before that; nothing is sent.
    private let end = Channel<Never>()
    private let state = Mutex(State())

    /// Makes the lane.
    ///
    /// - Parameter number: The number of the sink, from 0.
    init(_ sink: Target, _ common: PipelinePlan.Common, number: Int, gates: SinkGates, journal: RunJournal) {
        self.sink = sink
        self.common = common
        self.number = number
        self.gates = gates
        self.journal = journal
    }

    var written: Int { state.withLock { $0.written } }
    var isDone: Bool { state.withLock { $0.isDone } }

    func finish(throwing failure: (any Error)?) { channel.finish(throwing: failure) }

    func untilOver() async -> Closing? { await channel.untilOver() }

    func send(_ documents: any RenderedDocuments, isAlive: [Bool]) async throws {
        let living = own(documents).living(isAlive)
        if !living.isEmpty { try await channel.send(living) }
    }

    /// Grace period after a signal: long enough for a live reader to receive the record in progress, short enough not to hang on a
    /// blocked one.
    private static var grace: Duration { .seconds(1) }

    func stop() { end.close(.failed) }

    func run(writes: Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await runSink(writes)
                end.finish()
            }
            group.addTask { [end] in
                if await end.untilOver() == .failed { try? await Task.sleep(for: Self.grace) }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func runSink(_ writes: Bool) async {
        do {
            try await write(writes)
            state.withLock { $0.isDone = true }
        } catch {
            let failure = error.failure(.cannotWrite, of: common)
            // Noted before others are told, so that what follows from it is not taken for the cause.
            journal.fail(failure)
            gates.close(failure)
            channel.close(.failed)
        }
    }

    private func write(_ writes: Bool) async throws {
        let batches = Batches<Target.Document> { [self] in
            try await nextBatch()
        } awaitOthers: { [self] in
            guard state.withLock({ $0.hasSeenEnd }) else {
                throw PipelineFailure(.internalError, "the sink \(common.type) was ready before it had read everything")
            }
            try await gates.passCommit(number)
        }
        if writes {
            try await sink.write(batches)
        } else {
            for try await _ in batches {}
        }
        if try await channel.next(noting: journal) != nil {
            throw PipelineFailure(.internalError, "the sink \(common.type) returned before it had read everything")
        }
        // For sinks that did not wait themselves.
        try await gates.passEnd(number)
        try await gates.passCommit(number)
        state.withLock { $0.written = $0.given }
    }

    private func nextBatch() async throws -> [Target.Document]? {
        state.withLock { $0.written = $0.given }
        if let batch = try await channel.next(noting: journal) {
            state.withLock { $0.given += batch.count }
            return batch
        }
        try await gates.passEnd(number)
        state.withLock { $0.hasSeenEnd = true }
        return nil
    }
}

// What happens to documents before they are sent.
extension TypedSinkLane {
    func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> any RenderedDocuments {
        var documents: [Target.Document] = []
        documents.reserveCapacity(outcome.records.count)
        var places = [Int?](repeating: nil, count: outcome.records.count)
        for index in outcome.records.indices {
            guard isAlive[index] else { continue }
            do {
                documents.append(try sink.render(outcome.records[index]))
                places[index] = documents.count - 1
            } catch {
                book(error, index, &outcome, &isAlive)
            }
        }
        return Rendered(documents: documents, places: places)
    }

    func admit(_ documents: any RenderedDocuments, _ range: Range<Int>, _ outcome: inout BatchOutcome, isAlive: inout [Bool]) {
        let rendered = own(documents)
        for index in range where isAlive[index] {
            guard let place = rendered.places[index] else { continue }
            do {
                try sink.admit(rendered.documents[place])
            } catch {
                book(error, index, &outcome, &isAlive)
            }
        }
    }

    func withdraw(_ documents: any RenderedDocuments, _ index: Int) {
        let rendered = own(documents)
        if let place = rendered.places[index] { sink.withdraw(rendered.documents[place]) }
    }

    /// The documents with the type that they were rendered with, by this lane.
    private func own(_ documents: any RenderedDocuments) -> Rendered<Target.Document> {
        guard let rendered = documents as? Rendered<Target.Document> else {
            preconditionFailure("the documents of one sink were given to another one, \(common.path)")
        }
        return rendered
    }

    private func book(_ error: any Error, _ index: Int, _ outcome: inout BatchOutcome, _ isAlive: inout [Bool]) {
        isAlive[index] = false
        guard !outcome.book(error, outcome.records[index], at: common) else { return }
        for later in index..<isAlive.count { isAlive[later] = false }
    }
}

extension [any SinkLane] {
    /// Lets the sinks have the last word on a batch, record by record where there are several: what one of them refuses, none
    /// may hold against a later record.
    func admit(_ documents: [any RenderedDocuments], _ outcome: inout BatchOutcome, isAlive: inout [Bool]) {
        guard count > 1 else {
            for (lane, rendered) in zip(self, documents) { lane.admit(rendered, isAlive.indices, &outcome, isAlive: &isAlive) }
            return
        }
        for record in isAlive.indices {
            for lane in indices where isAlive[record] {
                self[lane].admit(documents[lane], record..<record + 1, &outcome, isAlive: &isAlive)
                guard !isAlive[record] else { continue }
                for earlier in 0..<lane { self[earlier].withdraw(documents[earlier], record) }
            }
        }
    }
}
