/// Where the sinks of a run wait for each other, so that either all outputs appear or none.
struct CommitPoint: Sendable {
    /// Before the end of the documents: open once every sink asks for more.
    private let end: Barrier
    /// Before outputs are put in place: open once every sink has nothing else left to do.
    private let commit: Barrier

    /// - Parameters:
    ///   - count: How many sinks there are.
    ///   - check: Runs once before outputs are put in place; if it throws, none is.
    init(count: Int, check: @escaping @Sendable () throws -> Void) {
        end = Barrier(count: count)
        commit = Barrier(count: count, check: check)
    }

    /// Whether every sink has received all its documents.
    var isAtEnd: Bool { end.isOpen }

    /// Waits until all sinks have asked for more after the last document.
    func passEnd(_ sink: Int) async throws { try await end.arrive(sink) }

    /// Waits until all sinks are ready to put their outputs in place.
    func passCommit(_ sink: Int) async throws { try await commit.arrive(sink) }

    /// Keeps the sinks from putting their outputs in place.
    ///
    /// - Returns: Whether outputs stay as they were; false if they are being put in place already.
    @discardableResult
    func fail(_ error: any Error) -> Bool {
        end.fail(error)
        commit.fail(error)
        return !commit.isOpen
    }
}
