import Synchronization

/// What happens in a run, as its parts report it. Shared by all of them, and so a class.
final class RunJournal: Sendable {
    private struct State {
        var counts = RunCounts()
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let observer: any RunObserver
    private let rejects: RejectsFile?

    init(observer: any RunObserver, rejects: RejectsFile?) {
        self.observer = observer
        self.rejects = rejects
    }

    var counts: RunCounts { state.withLock { $0.counts } }
    /// What went wrong first, if the run fails.
    var failure: (any Error)? { state.withLock { $0.failure } }

    func count(_ change: (inout RunCounts) -> Void) { state.withLock { change(&$0.counts) } }

    /// Notes a failure. The first one is the cause; what follows from it is not interesting.
    func fail(_ error: any Error) {
        guard !(error is ReadingStopped) else { return }
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    /// Books what became of a batch.
    func book(_ outcome: BatchOutcome) {
        count {
            $0.made += outcome.made
            $0.filtered += outcome.filtered
            $0.skipped += outcome.skipped
            $0.rejected += outcome.rejects.count
        }
        for warning in outcome.warnings { observer.warn(warning) }
        for reject in outcome.rejects { report(reject) }
        if let failure = outcome.failure { fail(failure) }
    }

    /// Books what a source read and could not make a record of.
    func book(_ reject: Reject) {
        count {
            $0.read += 1
            $0.rejected += 1
        }
        report(reject)
    }

    private func report(_ reject: Reject) {
        observer.reject(reject)
        do {
            try rejects?.append(reject)
        } catch {
            fail(error)
        }
    }
}

/// Whoever wants to hear of a run while it goes on.
package protocol RunObserver: Sendable {
    /// Something that the user should know and that stops nothing.
    func warn(_ warning: RunWarning)
    /// A record that failed and is left out.
    func reject(_ reject: Reject)
}
