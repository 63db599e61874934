/// Where the sinks of a run wait for each other, so that none believes that all is well while another one fails.
struct SinkGates: Sendable {
    /// In front of the end of the documents: passed when every sink asks for more.
    private let end: Barrier
    /// In front of putting outputs in place: passed when nothing else is left to do.
    private let commit: Barrier
    private let beforeCommit: @Sendable () throws -> Void

    /// Makes the gates of a run.
    ///
    /// - Parameters:
    ///   - count: How many sinks there are.
    ///   - beforeCommit: What is done once before outputs are put in place; if it fails, none is.
    init(count: Int, beforeCommit: @escaping @Sendable () throws -> Void) {
        end = Barrier(count: count)
        commit = Barrier(count: count)
        self.beforeCommit = beforeCommit
    }

    /// Waits until all sinks have asked for what comes behind the last document.
    func passEnd(_ sink: Int) async throws { try await end.arrive(sink) }

    /// Waits until all sinks are ready to put their outputs in place.
    func passCommit(_ sink: Int) async throws { try await commit.arrive(sink, finally: beforeCommit) }

    /// Lets no sink pass that has not passed yet.
    ///
    /// - Returns: Whether outputs stay as they were; false if it is too late for that.
    @discardableResult
    func close(_ error: any Error) -> Bool {
        end.fail(error)
        commit.fail(error)
        return !commit.isOpen
    }
}
