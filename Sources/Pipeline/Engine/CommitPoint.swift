/// The point where the sinks of a run wait for each other, so that either all outputs appear or none.
struct CommitPoint: Sendable {
    /// Opens once every sink has asked for more documents after the last one.
    let end: Barrier
    /// Opens once every sink has prepared its output, so that only the renames are left.
    let commit: Barrier

    /// - Parameters:
    ///   - count: The number of sinks.
    ///   - check: Runs once before the sinks rename their outputs. If it throws, none is renamed.
    init(count: Int, check: @escaping @Sendable () throws -> Void) {
        end = Barrier(count: count)
        commit = Barrier(count: count, check: check)
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
