internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import Synchronization

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

/// Collects the facts of a run for its report, and forwards all events to the other observers. A class, because several tasks of the run
/// use it.
final class RunRecorder: RunObserver, RequestObserver {
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
        let seconds = FixedDecimals.rounded(clockStart.duration(to: .now) / .seconds(1), places: 3)
        state.withLock { $0.samples.append(RunSample(seconds: seconds, read: read, written: written)) }
    }

    /// Ends the recording.
    ///
    /// - Parameters:
    ///   - file: The path of the pipeline file.
    ///   - settings: The options of the run.
    ///   - network: The counts of the run's requests.
    ///   - warnings: The warnings of the network.
    func record(
        _ report: RunReport, of plan: PipelinePlan, in file: String, options: PipelineRun.Options, rejects: RejectsTarget,
        network: RequestCounts, warnings: [String]
    ) -> RunFacts {
        add(read: report.counts.read, written: report.counts.written)
        let state = state.withLock { $0 }
        var secrets = plan.secrets
        secrets.formUnion(plan.learnedSecrets.snapshot)
        let outputs = OutputSummaries(plan: plan, report: report, rejects: rejects, isDry: !options.writes).list
        return RunFacts(
            pipeline: plan.name, file: file, isDry: !options.writes, jobs: options.jobs, limit: options.limit, start: start, end: Date(),
            seconds: state.samples.list.last?.seconds ?? 0, exitCode: report.exitCode, failure: report.failure?.message,
            counts: report.counts, steps: report.steps.map { StepFacts($0) }, network: network, hosts: state.requests.list,
            peakMemory: PeakMemory.bytes, reasons: state.rejects.list, otherRejects: state.rejects.others, outputs: outputs,
            samples: state.samples.list, notes: report.notes, warnings: warnings + report.warnings
        ).masked(by: secrets)
    }
}

/// Finds the state of each output after a run.
private struct OutputSummaries {
    let plan: PipelinePlan
    let report: RunReport
    let rejects: RejectsTarget
    let isDry: Bool

    /// The outputs in the order of the pipeline file, and the rejects last.
    var list: [OutputSummary] {
        let outputs = plan.files.filter { $0.purpose == .output && $0.owner != .rejects && $0.owner != nil }
        return outputs.map { record(of: $0) } + (rejectsRecord.map { [$0] } ?? [])
    }

    private func record(of output: FileUse) -> OutputSummary {
        let path = output.isStandardStream ? "standard output" : output.shown
        func record(_ result: OutputSummary.State) -> OutputSummary { OutputSummary(place: output.place, path: path, result: result) }
        if isDry { return record(.dryRun) }
        switch output.owner {
        case .sink:
            guard let sink = plan.sinks.first(where: { output.place.hasPrefix($0.common.path + ".") }) else { return record(.kept) }
            if let result = report.outputs[sink.common.path] {
                var record = record(result.written > 0 ? .written : .unchanged)
                (record.written, record.unchanged) = (result.written, result.unchanged)
                return record
            }
            return record(!sink.component.traits.appearsWhole ? .sent : report.failure == nil ? .written : .kept)
        case .source: return record(report.hasPassedRecords ? .written : .kept)
        case .stage, .rejects, nil: return record(report.failure == nil ? .written : .kept)
        }
    }

    private var rejectsRecord: OutputSummary? {
        func record(_ path: String, _ result: OutputSummary.State) -> OutputSummary {
            OutputSummary(place: "rejects", path: rejects.shown.isEmpty ? path : rejects.shown, result: result)
        }
        switch report.rejects {
        case .none: return nil
        case .written(let path), .failed(let path): return record(path, .written)
        case .appended(let path): return record(path, .appended)
        case .removed(let path): return record(path, .removed)
        case .kept(let path): return record(path, .kept)
        case .sent: return record("an open descriptor", .sent)
        }
    }
}

/// The largest amount of memory that the process has had.
private enum PeakMemory {
    #if os(macOS)
    private static let unit = 1
    #else
    /// Linux gives `ru_maxrss` in KiB.
    private static let unit = 1024
    #endif

    #if canImport(Glibc)
    private static let process = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
    private static let process = RUSAGE_SELF
    #endif

    /// In bytes, from getrusage(2); 0 if the call fails.
    static var bytes: Int {
        var usage = rusage()
        guard unsafe getrusage(process, &usage) == 0 else { return 0 }
        return Int(usage.ru_maxrss) * unit
    }
}
