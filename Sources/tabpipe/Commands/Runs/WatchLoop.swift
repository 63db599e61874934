internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Repeats a run after each change of a file of its pipelines, until a signal ends it.
struct WatchLoop {
    let console: Console
    /// Called before a signal between two runs ends the process.
    let end: @Sendable () -> Void

    /// Runs again and again. A fault of a pipeline file is printed, and its author may correct it with the next change.
    ///
    /// - Parameters:
    ///   - watch: The files of the pipelines.
    ///   - first: The pipelines of the first run; nil if that run has ended.
    ///   - read: Reads the pipelines again.
    ///   - run: Runs the pipelines, and returns the exit code.
    /// - Returns: The exit code of the run that a signal has ended.
    func run(
        _ watch: FileWatch, from first: [(file: String, plan: PipelinePlan)]?, read: () throws -> [(file: String, plan: PipelinePlan)],
        run: ([(file: String, plan: PipelinePlan)]) async throws -> Int32
    ) async throws -> Int32 {
        var watch = watch
        if let first { _ = try await run(first) }
        while true {
            if let signal = SignalWatch.received { return ExitCode.firstSignal + signal }
            try await waitForChange(&watch)
            console.endLearning()
            let start = Date()
            do {
                let plans = try read()
                watch = try watch.covering(plans)
                _ = try await run(plans)
            } catch let error as PipelineFileError {
                watch.add(error.inputs, since: start)
                console.report(error)
            } catch let usage as UsageError {
                console.error(usage.message)
            } catch let failure as PipelineFailure {
                console.error(failure.message)
            } catch let error as ReportedError {
                watch.add(error.inputs, since: start)  // the messages are printed
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
