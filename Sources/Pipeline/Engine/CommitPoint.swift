/// The point where the sinks of a run wait for each other, so that either all outputs appear or none.
struct CommitPoint: Sendable {
    /// Set once the source and all stages have ended. Before that, counts may lack records that were in progress when a stage needed no
    /// more.
    let upstreamEnded = Latch<Void>()
    /// Opens once every sink has received all documents and waits for more.
    let end: Barrier
    /// Opens once every sink has prepared its output, so that only the renames are left.
    let commit: Barrier

    /// The outputs of the source and the stages.
    let outputs: RunOutputs

    /// - Parameters:
    ///   - count: The number of sinks.
    ///   - outputs: The outputs of the source and the stages. They are prepared after `check`.
    ///   - check: Runs once before the sinks rename their outputs. If it throws, none is renamed.
    init(count: Int, outputs: RunOutputs, check: @escaping @Sendable () throws -> Void) {
        end = Barrier(count: count)
        self.outputs = outputs
        commit = Barrier(count: count) {
            try check()
            try outputs.prepare()
        }
    }

    /// Waits until all counts are final, every sink has prepared its output, and the outputs of the stages are in place.
    ///
    /// - Parameter sink: The number of the sink, from 0.
    func pass(_ sink: Int) async throws {
        await upstreamEnded.wait()
        try await commit.arrive(sink)
        try await outputs.commitStages()
    }

    /// Prevents the sinks from renaming their outputs.
    ///
    /// - Returns: Whether the old outputs stay; false if the sinks have begun to rename them.
    @discardableResult
    func fail(_ error: any Error) -> Bool {
        end.fail(error)
        commit.fail(error)
        return !commit.isOpen
    }
}
