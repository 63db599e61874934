internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Collects during a run what its report needs, and passes everything on. A class, because several tasks of the run use it.
final class RunRecorder: RunObserver, RequestTrace {
    private struct State {
        var rejects = RejectReasons()
        var requests = RequestGroups()
        var samples = RunSamples()
    }

    private let messages: RunMessages
    private let trace: TraceFile?
    private let state = Mutex(State())
    private let start = Date()
    private let clockStart = ContinuousClock.now

    /// - Parameters:
    ///   - messages: Receives warnings and rejects, too.
    ///   - trace: Receives requests, too.
    init(messages: RunMessages, trace: TraceFile?) {
        self.messages = messages
        self.trace = trace
    }

    func warn(_ warning: RunWarning) { messages.warn(warning) }

    func reject(_ reject: Reject) {
        state.withLock { $0.rejects.add(reject) }
        messages.reject(reject)
    }

    func record(_ event: RequestEvent) {
        state.withLock { $0.requests.add(event) }
        trace?.record(event)
    }

    /// Takes samples of a run until the task is cancelled.
    func sample(_ run: PipelineRun) async {
        add(read: 0, written: 0)
        while true {
            let interval = state.withLock { $0.samples.interval }
            guard (try? await Task.sleep(for: interval)) != nil else { return }
            let counts = run.counts
            add(read: counts.read, written: counts.written)
        }
    }

    private func add(read: Int, written: Int) {
        let seconds = Decimals.rounded(clockStart.duration(to: .now) / .seconds(1), places: 3)
        state.withLock { $0.samples.append(RunSample(seconds: seconds, read: read, written: written)) }
    }

    /// Ends the recording.
    ///
    /// - Parameters:
    ///   - file: The path of the pipeline file.
    ///   - settings: The options of the run.
    ///   - network: The numbers of its requests.
    ///   - warnings: The warnings of the network.
    func record(
        _ report: RunReport, of plan: PipelinePlan, in file: String, options: PipelineRun.Options, rejects: RejectsTarget,
        network: RequestCounts, warnings: [String]
    ) -> RunRecord {
        add(read: report.counts.read, written: report.counts.written)
        let state = state.withLock { $0 }
        var secrets = plan.secrets
        secrets.formUnion(plan.learnedSecrets.snapshot)
        let outputs = OutputRecords(plan: plan, report: report, rejects: rejects, isDry: !options.writes).list
        return RunRecord(
            pipeline: plan.name, file: file, isDry: !options.writes, jobs: options.jobs, limit: options.limit, start: start, end: Date(),
            seconds: state.samples.list.last?.seconds ?? 0, exitCode: report.exitCode, failure: report.failure?.message,
            counts: report.counts, steps: report.steps.map { StepRecord($0) }, network: network, hosts: state.requests.list,
            peakMemory: PeakMemory.bytes, reasons: state.rejects.list, otherRejects: state.rejects.others, outputs: outputs,
            samples: state.samples.list, notes: report.notes, warnings: warnings + report.warnings
        ).masked(by: secrets)
    }
}
