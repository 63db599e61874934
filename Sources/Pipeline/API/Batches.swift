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

    private let nextBatch: @Sendable () async throws -> [Item]?
    private let awaitOthers: @Sendable () async throws -> Void

    /// Makes a sequence from a function that gives the next batch, or nil at the end, and one that waits for the other sinks.
    init(
        nextBatch: @escaping @Sendable () async throws -> [Item]?, awaitOthers: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.nextBatch = nextBatch
        self.awaitOthers = awaitOthers
    }

    /// An iterator; it continues where others left off.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextBatch: nextBatch) }

    /// Waits until every sink of the run has written all that it had to. A sink whose output appears at the end calls this
    /// when nothing is left to do but to put the output in its place, so that either all outputs appear or none.
    ///
    ///     for try await batch in documents { try file.write(batch) }
    ///     try file.synchronize()
    ///     try await documents.commitPoint()
    ///     try file.rename(to: path)
    ///
    /// To be called after the last batch. In a stream stage there is nothing to wait for.
    ///
    /// - Throws: What the run fails with; the old output then has to stay.
    public func commitPoint() async throws { try await awaitOthers() }
}
