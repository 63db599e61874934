import Synchronization

/// The way of documents to one sink. The type of the documents is known inside only.
protocol SinkLane: Sendable {
    /// Renders a batch in a worker; records that fail are booked and taken out of `isAlive`.
    func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> any RenderedDocuments
    /// Lets the sink have the last word, in order.
    func admit(_ documents: any RenderedDocuments, _ outcome: inout BatchOutcome, isAlive: inout [Bool])
    /// Hands the documents over that are alive.
    func send(_ documents: any RenderedDocuments, isAlive: [Bool]) async throws
    /// Says that no documents follow.
    func finish(throwing failure: (any Error)?)
    /// Runs the sink to its end; without `writes`, documents are only counted.
    func run(writes: Bool) async throws
    func untilOver() async
    /// How many documents the sink has dealt with.
    var written: Int { get }
}

/// Documents on their way from a worker to a sink, the gaps where rendering failed included.
protocol RenderedDocuments: Sendable {}

struct Rendered<Document: Sendable>: RenderedDocuments {
    var documents: [Document?]
}

/// The lane of one sink. Shared by the workers, which render, and the sink's own task; so a class.
final class TypedSinkLane<Target: Sink>: SinkLane {
    private let sink: Target
    private let common: PipelinePlan.Common
    private let channel = Channel<[Target.Document]>()
    private let counts = Mutex((given: 0, done: 0))

    init(_ sink: Target, _ common: PipelinePlan.Common) {
        self.sink = sink
        self.common = common
    }

    var written: Int { counts.withLock { $0.done } }

    func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> any RenderedDocuments {
        var documents: [Target.Document?] = []
        documents.reserveCapacity(outcome.records.count)
        for index in outcome.records.indices {
            guard isAlive[index] else {
                documents.append(nil)
                continue
            }
            do {
                documents.append(try sink.render(outcome.records[index]))
            } catch {
                documents.append(nil)
                book(error, index, &outcome, &isAlive)
            }
        }
        return Rendered(documents: documents)
    }

    func admit(_ documents: any RenderedDocuments, _ outcome: inout BatchOutcome, isAlive: inout [Bool]) {
        guard let rendered = documents as? Rendered<Target.Document> else { return }
        for index in rendered.documents.indices where isAlive[index] {
            guard let document = rendered.documents[index] else { continue }
            do {
                try sink.admit(document)
            } catch {
                book(error, index, &outcome, &isAlive)
            }
        }
    }

    private func book(_ error: any Error, _ index: Int, _ outcome: inout BatchOutcome, _ isAlive: inout [Bool]) {
        isAlive[index] = false
        guard !outcome.book(error, outcome.records[index], at: common) else { return }
        for later in index..<isAlive.count { isAlive[later] = false }
    }

    func send(_ documents: any RenderedDocuments, isAlive: [Bool]) async throws {
        guard let rendered = documents as? Rendered<Target.Document> else { return }
        // Loops by hand: the type is open here, and what the library builds of closures costs 4 % of a run.
        var living: [Target.Document] = []
        living.reserveCapacity(isAlive.count)
        for index in isAlive.indices where isAlive[index] {
            if let document = rendered.documents[index] { living.append(document) }
        }
        if !living.isEmpty { try await channel.send(living) }
    }

    func finish(throwing failure: (any Error)?) { channel.finish(throwing: failure) }

    func untilOver() async { await channel.untilOver() }

    func run(writes: Bool) async throws {
        // A batch is done when the sink asks for the next one.
        let batches = Batches<Target.Document> { [self] in
            counts.withLock { $0.done = $0.given }
            let batch = try await channel.next()
            if let batch { counts.withLock { $0.given += batch.count } }
            return batch
        }
        do {
            if writes {
                try await sink.write(batches)
            } else {
                for try await _ in batches {}
            }
            if try await channel.next() != nil {
                throw PipelineFailure(.internalError, "the sink \(common.type) returned before it had read everything")
            }
            counts.withLock { $0.done = $0.given }
            channel.close(.failed)
        } catch {
            channel.close(.failed)
            throw error
        }
    }
}
