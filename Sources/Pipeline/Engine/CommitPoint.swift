/// Where the sinks of a run wait for each other, so that either all outputs appear or none.
struct CommitPoint: Sendable {
    /// Before the end of the documents: open once every sink has asked for more after the last document.
    let end: Barrier
    /// Before outputs are put in place: open once every sink has nothing else left to do.
    let commit: Barrier

    /// - Parameters:
    ///   - count: How many sinks there are.
    ///   - check: Runs once before outputs are put in place; if it throws, none is.
    init(count: Int, check: @escaping @Sendable () throws -> Void) {
        end = Barrier(count: count)
        commit = Barrier(count: count, check: check)
    }

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
