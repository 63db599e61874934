internal import Synchronization

/// The input of a stream stage or a sink: records or documents in the order of the source, in batches.
///
/// One task iterates over it, once. If the run fails upstream, the iterator first returns all earlier items and then throws.
public struct Batches<Item: Sendable>: AsyncSequence, Sendable {
    /// A batch: at least one item.
    public typealias Element = [Item]

    /// Returns one batch after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let nextBatch: @Sendable () async throws -> [Item]?

        /// Waits for the next batch, and returns nil at the end.
        ///
        /// Asking for a batch tells the engine that the items of the previous one are written.
        ///
        /// - Throws: The failure upstream. Let it propagate.
        public mutating func next() async throws -> [Item]? { try await nextBatch() }
    }

    /// The context of the run, such as its caches and outputs.
    public let context: RunContext
    private let nextBatch: @Sendable () async throws -> [Item]?
    private let awaitOthers: @Sendable () async throws -> Void

    /// Creates a sequence from two functions: one returns the next batch, or nil at the end; the other waits for the other sinks.
    init(
        in context: RunContext, nextBatch: @escaping @Sendable () async throws -> [Item]?,
        awaitOthers: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.context = context
        self.nextBatch = nextBatch
        self.awaitOthers = awaitOthers
    }

    /// Returns the same batches, and a function that returns the number of items taken from them so far.
    func counted() -> (batches: Batches, count: @Sendable () -> Int) {
        let taken = TakenCount()
        let batches = Batches(in: context) { [nextBatch] in
            let batch = try await nextBatch()
            taken.number.add(batch?.count ?? 0, ordering: .relaxed)
            return batch
        } awaitOthers: { [awaitOthers] in
            try await awaitOthers()
        }
        return (batches, { taken.number.load(ordering: .relaxed) })
    }

    /// An iterator. It continues where an earlier iterator stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextBatch: nextBatch) }

    /// Waits until every sink of the run is ready to publish its output, so that either all outputs appear or none.
    ///
    /// A sink with output that appears whole calls this after the last batch, directly before it renames its file:
    ///
    ///     for try await batch in documents { try file.write(batch) }
    ///     try file.synchronize()
    ///     try await documents.commitPoint()
    ///     try file.rename(to: path)
    ///
    /// In a stream stage, the method returns at once.
    ///
    /// - Throws: The failure of the run. The sink must then leave the old output unchanged.
    public func commitPoint() async throws { try await awaitOthers() }
}

/// The number of items that were taken. A class, because the iteration and the caller share it.
private final class TakenCount: Sendable {
    let number = Atomic(0)
}
