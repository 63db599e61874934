internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The settings of a run that `run`, `pipe`, `plan` and `preview` share.
struct RunSettings {
    private static let maxJobs = 1024

    /// The largest number of records to read; nil for all.
    let limit: Int?
    /// Whether the run writes outputs.
    var writes = true
    /// How a run that does not write shows what it would change.
    var planDisplay = PlanDisplay()
    /// Whether the source and the stages write outputs of their own.
    var hasRunOutputs = true
    /// Whether an incremental run accepts outputs that do not match the saved state of its source.
    var acceptsOutputs = false
    /// The longest time to wait for another run that writes the same output.
    var patience = Duration.zero
    /// The file that receives a line for each request; nil for none.
    var trace: TraceFile?
    /// The reports that the run is a part of; nil for none.
    var reports: ReportFiles?
    /// The folder that receives the responses of servers; nil for none.
    var recording: String?
    /// Counts and hashes what the run reads, for an end record or an envelope; nil for other runs.
    var inputs: InputTallies?
    /// The shard of the records that the run processes.
    var shard = Shard.whole
    /// Writes the end record of the shard; nil for a run that leaves none.
    var shardEnd: ShardEndWriter?
    /// The output of `pipe --envelope`; nil for other outputs.
    var envelope: Envelope?
    /// The value of `--rejects`.
    var rejects: String?
    private var jobs: Int?
    private var allowedRejects: RejectAllowance?
    /// The memory limit of a jq program in bytes; nil if the pipeline file decides.
    private let programMemory: Int?
    private var progress: ProgressMode?
    private let verbosity: Verbosity
    private var logFormat = Console.Format.text

    /// Creates settings for a command without options for jobs, rejects, progress and the format of messages.
    init(limit: Int?, programMemory: Int?, verbosity: Verbosity) {
        self.limit = limit
        self.programMemory = programMemory
        self.verbosity = verbosity
    }

    /// Reads the options of a run.
    init(arguments: inout ArgumentReader, limit: Int?) {
        let jobs = arguments.optionalInteger(
            "jobs", in: 1...Self.maxJobs,
            help: "Workers; the default is the number of processors. The output is the same for every N.")
        let rejects = arguments.optionalPath(
            "rejects", value: "FILE|fd:N|none",
            help: "Where rejected records go: a file, an open descriptor, or nowhere. The default of run is a file beside the output, "
                + "or NAME.rejects.jsonl here for standard output; that of pipe is a new file NAME.rejects.PID-N.jsonl here.")
        let allowedRejects = arguments.rejectAllowance()
        let progress = arguments.optionalChoice(
            "progress", of: ProgressMode.self,
            help: "Whether progress is shown; auto (default) does so where a run takes long, and --quiet does not.")
        self.init(limit: limit, programMemory: arguments.programMemory(), verbosity: arguments.verbosity())
        self.jobs = jobs
        self.rejects = rejects
        self.allowedRejects = allowedRejects
        self.progress = progress
        logFormat = arguments.logFormat()
    }

    /// The conditions for success. A shard may have few records or none, so that it may write nothing.
    private func guards(of plan: PipelinePlan) -> RunGuards {
        var guards = plan.guards
        if let allowedRejects { guards.allowedRejects = allowedRejects }
        if shardEnd != nil {
            guards.minRecords = 0
            guards.keepsOutputsIfAllRejected = false
        }
        return guards
    }

    /// The exit code of a good run that has rejected a number of records.
    func exitCode(afterRejecting rejected: Int, of plan: PipelinePlan) -> Int32 {
        rejected == 0 || (allowedRejects ?? plan.guards.allowedRejects) != nil ? ExitCode.done : ExitCode.someRejected
    }

    /// Configures a console for the verbosity and the format of the settings.
    func configure(_ console: Console) {
        console.configure(format: logFormat, isQuiet: verbosity == .quiet)
    }

    /// Runs a pipeline. Prints messages, progress, and at the end the counts.
    ///
    /// - Parameter file: The path of the pipeline file, for reports.
    /// - Returns: The exit code.
    func run(_ plan: PipelinePlan, in file: String = "", rejects: RejectsTarget, console: Console) async -> Int32 {
        var options = PipelineRun.Options()
        options.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        options.limit = limit
        options.programMemory = programMemory
        options.writes = writes
        let outputs = writes ? nil : planDisplay.makePlan()
        options.plan = outputs
        options.hasRunOutputs = hasRunOutputs
        options.acceptsOutputs = acceptsOutputs
        options.rejects = rejects.destination
        options.envelope = envelope
        options.shard = shard
        options.shardEnd = shardEnd
        options.patience = patience
        options.guards = guards(of: plan)
        let messages = RunMessages(console: console, isVerbose: verbosity == .verbose)
        let recorder = reports.map { _ in RunRecorder(messages: messages, trace: trace) }
        let observer: any RunObserver = recorder ?? messages
        let requests: (any RequestObserver)? = recorder ?? trace
        let network = RunNetwork(trace: requests, access: recording.map { .recording(folder: $0) } ?? .open, fillsCaches: writes)
        let progress = InputProgress()
        options.context = RunContext(network, progress: progress)
        options.context.tallies = inputs
        let run = PipelineRun(plan, options: options, observer: observer)
        let signals = SignalWatch { run.stop(signal: $0) }
        defer { signals.end() }
        let clock = ContinuousClock()
        let start = clock.now
        guard let report = await report(of: run, network, recorder, progress, console: console) else {
            return PipelineFailure.Kind.internalError.rawValue
        }
        messages.finish()
        for warning in network.warnings { console.warning(warning) }
        if let note = Self.note(on: network.counts) { console.info(note) }
        summarize(report, plan: plan, rejects: rejects, seconds: start.duration(to: clock.now) / .seconds(1), console: console)
        if let recorder {
            reports?.add(
                recorder.record(
                    report, of: plan, in: file, options: options, rejects: rejects, network: network.counts, warnings: network.warnings))
        }
        guard let outputs, report.failure == nil else { return report.exitCode }
        return planDisplay.show(outputs, of: plan, rejects: rejects.shown, exitCode: report.exitCode, on: console)
    }

    /// The line of the summary about waiting; nil if the run waited less than a second.
    private static func note(on counts: RequestCounts) -> String? {
        guard counts.secondsWaited >= 1 else { return nil }
        return "waited \(Int(counts.secondsWaited.rounded())) s for rate limits and between attempts; requests: \(counts.requests)"
    }

    private func report(
        of run: PipelineRun, _ network: RunNetwork, _ recorder: RunRecorder?, _ input: InputProgress, console: Console
    ) async -> RunReport? {
        await withTaskGroup(of: RunReport?.self) { group in
            group.addTask { await run.run() }
            group.addTask { [progress, verbosity] in
                let mode = progress ?? (verbosity == .quiet ? .never : .auto)
                await ProgressDisplay(mode: mode, console: console, input: input, network: network).show(run)
                return nil
            }
            if let recorder {
                group.addTask {
                    await recorder.sample(run)
                    return nil
                }
            }
            var report: RunReport?
            while let result = await group.next() {
                guard let result else { continue }
                report = result
                group.cancelAll()
            }
            return report
        }
    }

    private func summarize(_ report: RunReport, plan: PipelinePlan, rejects: RejectsTarget, seconds: Double, console: Console) {
        for warning in report.warnings { console.warning(warning) }
        for note in report.notes { console.info(note) }
        if writes, let note = rejects.note(on: report) { console.info(note) }
        if report.hasPassedRecords, report.counts.rejected > 0 {
            let rejected = report.counts.rejected
            console.warning(
                "\(rejected.counted("record")) \(rejected.was) rejected, and the state has passed \(rejected == 1 ? "it" : "them"): later runs "
                    + "read only what changes; \(OutputChecks.rereading(plan)) reads all")
        }
        if let failure = report.failure, (failure as? PipelineFailure)?.kind != .outputClosed {
            console.error(failure.message, place: plan.declaration.inputPlace(of: failure))
        } else if report.failure == nil, !report.counts.addUp {
            console.error("the records do not add up; this is a fault of the program")
        }
        if verbosity == .verbose { StepTable(report.steps).print(to: console) }
        let hundredths = Int((seconds * 100).rounded())
        let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        let line = writes ? report.counts.line : report.counts.line.replacing("written", with: "would be written") + " (dry run)"
        console.info("\(plan.name): \(line) in \(time) s", fields: fields(of: report.counts, plan.name, seconds: Double(hundredths) / 100))
    }

    /// The counts as fields of a message in JSON.
    private func fields(of counts: RunCounts, _ name: String, seconds: Double) -> JSONObject {
        var fields: JSONObject = ["pipeline": .string(name), "dry_run": .bool(!writes)]
        for (key, number) in counts.named { fields[key] = .number(JSONNumber(number)) }
        fields["seconds"] = .number(JSONNumber(seconds))
        return fields
    }
}
