internal import Pipeline

/// What waiting for the next records of a stage gives. A failure is a value, because the answers to earlier records still go on.
enum InputBatch: Sendable {
    case records([Record])
    case end
    /// The input has failed. Records before the failure go on.
    case failed(any Error)

    /// Waits for the next batch.
    ///
    /// - Throws: `CancellationError`.
    init(nextOf input: Batches<Record>) async throws {
        do {
            var iterator = input.makeAsyncIterator()
            self = try await iterator.next().map { .records($0) } ?? .end
        } catch let error where !(error is CancellationError) {
            self = .failed(error)
        }
    }
}
