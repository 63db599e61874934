internal import Pipeline
internal import Synchronization

/// The runs of tests that are active, so that a signal can stop them. A class, because tests and the handler of signals share it.
final class RunningTests: Sendable {
    private struct State {
        var runs: [ObjectIdentifier: PipelineRun] = [:]
        var signal: Int32?
    }

    private let state = Mutex(State())

    /// The number of the signal that has stopped the tests; nil for none.
    var signal: Int32? { state.withLock { $0.signal } }

    /// Stops all runs, also those that begin later.
    func stop(signal: Int32) {
        let runs = state.withLock { state in
            state.signal = state.signal ?? signal
            return state.runs.values.map(\.self)
        }
        for run in runs { run.stop(signal: signal) }
    }

    /// Runs a pipeline to its end.
    func report(of run: PipelineRun) async -> RunReport {
        let signal = state.withLock { state in
            state.runs[ObjectIdentifier(run)] = run
            return state.signal
        }
        if let signal { run.stop(signal: signal) }
        let report = await run.run()
        state.withLock { _ = $0.runs.removeValue(forKey: ObjectIdentifier(run)) }
        return report
    }
}
