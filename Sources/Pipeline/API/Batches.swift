/// What a stream stage or a sink reads: records or documents in the order of the source, some at a time.
///
/// To be iterated once, by one task. Iterating throws if the run fails upstream, after everything that came before.
public struct Batches<Item: Sendable>: AsyncSequence, Sendable {
    /// A batch: at least one item.
    public typealias Element = [Item]

    /// Gives out batch after batch.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let nextBatch: @Sendable () async throws -> [Item]?

        /// The next batch, or nil at the end.
        public mutating func next() async throws -> [Item]? { try await nextBatch() }
    }

    let nextBatch: @Sendable () async throws -> [Item]?

    /// Makes a sequence from a function that gives the next batch, or nil at the end.
    init(nextBatch: @escaping @Sendable () async throws -> [Item]?) {
        self.nextBatch = nextBatch
    }

    /// An iterator; it continues where others left off.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextBatch: nextBatch) }
}
