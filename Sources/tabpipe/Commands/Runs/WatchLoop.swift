internal import Foundation
internal import Pipeline

/// Runs something whenever a file of a pipeline has changed, until a signal ends it.
struct WatchLoop {
    let console: Console
    /// Is called when a signal arrives between two runs, and the process then ends.
    let end: @Sendable () -> Void

    /// Runs again and again. A fault of a pipeline file is printed, and its author may correct it with the next change.
    ///
    /// - Parameters:
    ///   - plans: The pipelines that have just been run.
    ///   - watch: The files as they were before that run.
    ///   - read: Reads the pipelines again.
    ///   - run: Runs the pipelines, and returns the exit code.
    /// - Returns: The exit code of the run that a signal has ended.
    func run(
        _ watch: FileWatch, read: () throws -> [(file: String, plan: PipelinePlan)],
        run: ([(file: String, plan: PipelinePlan)]) async throws -> Int32
    ) async throws -> Int32 {
        var watch = watch
        while true {
            try await waitForChange(&watch)
            do {
                let plans = try read()
                watch = try FileWatch(plans)
                let code = try await run(plans)
                if code >= ExitCode.firstSignal { return code }
            } catch let error as PipelineFileError {
                console.report(error)
            } catch let usage as UsageError {
                console.error(usage.message)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
            } catch is ReportedError {
                continue  // the messages are printed
            }
        }
    }

    private func waitForChange(_ watch: inout FileWatch) async throws {
        let signals = SignalWatch { [end] number in
            end()
            exit(ExitCode.firstSignal + number)
        }
        defer { signals.end() }
        try await watch.change()
    }
}
