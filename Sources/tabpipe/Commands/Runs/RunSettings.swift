internal import Foundation
internal import JSONParsing
internal import Pipeline
internal import SourcesRemote

/// How pipelines are run: what `run` and `pipe` have in common.
struct RunSettings {
    static let options = [
        CommandOption(
            name: "jobs", value: "N", help: "Workers; the default is the number of processors. The output is the same for every N."),
        CommandOption(
            name: "rejects", value: "FILE|fd:N|none", isFile: true,
            help: "Where rejected records go: a file, an open descriptor, or nowhere. The default of run is a file beside the output, "
                + "or NAME.rejects.jsonl here for standard output; that of pipe is a new file NAME.rejects.PID-N.jsonl here."),
        CommandOption(
            name: "allow-rejects", value: "N|P%",
            help: "How many rejected records are a good end (exit 0). With more, no output changes (exit 65)."),
        CommandOption(
            name: "progress", value: "when", choices: ["auto", "always", "never"],
            help: "Whether progress is shown; auto does so where a run takes long."),
        .programMemory, .quiet, .verbose, .logFormat,
    ]

    let limit: Int?
    var writes = true
    /// How long to wait for another run that writes one of the outputs.
    var patience = Duration.zero
    let rejects: String?
    private let jobs: Int
    private let allowedRejects: RejectAllowance?
    private let programMemory: Int?
    private let progress: String
    private let isVerbose: Bool

    init(_ arguments: Arguments, console: Console) throws {
        jobs = try arguments.integer("jobs", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
        programMemory = try arguments.byteCount("program-memory", in: OptionReader.programMemory)
        limit = try arguments.integer("limit", in: 0...Int.max)
        rejects = arguments.value("rejects")
        allowedRejects = try arguments.value("allow-rejects").map { text in
            guard let allowance = RejectAllowance(text) else {
                throw UsageError("--allow-rejects wants \(RejectAllowance.expectation), found \"\(text.printable)\"")
            }
            return allowance
        }
        isVerbose = arguments.has("verbose")
        let isQuiet = arguments.has("quiet")
        if isQuiet, isVerbose { throw UsageError("--quiet and --verbose contradict each other") }
        progress = arguments.value("progress") ?? (isQuiet ? "never" : "auto")
        console.configure(format: Console.Format(rawValue: arguments.value("log-format") ?? "") ?? .text, isQuiet: isQuiet)
    }

    /// Runs a pipeline, shows what happens, and ends with the line that adds up.
    ///
    /// - Returns: The exit code.
    func run(_ plan: PipelinePlan, rejects: RejectsTarget, console: Console) async -> Int32 {
        var options = PipelineRun.Options()
        options.jobs = jobs
        options.limit = limit
        options.programMemory = programMemory
        options.writes = writes
        options.rejects = rejects.destination
        options.patience = patience
        options.guards = plan.guards
        if let allowedRejects { options.guards.allowedRejects = allowedRejects }
        if limit != nil { options.guards.minRecords = 0 }
        let messages = RunMessages(console: console, isVerbose: isVerbose)
        let run = PipelineRun(plan, options: options, observer: messages)
        let signals = SignalWatch { run.stop(signal: $0) }
        defer { signals.end() }
        let clock = ContinuousClock()
        let start = clock.now
        guard let report = await report(of: run, console: console) else { return PipelineFailure.Kind.internalError.rawValue }
        messages.finish()
        summarize(report, plan: plan, rejects: rejects, seconds: start.duration(to: clock.now) / .seconds(1), console: console)
        return report.exitCode
    }

    private func report(of run: PipelineRun, console: Console) async -> RunReport? {
        let input = InputProgress()
        return await InputProgress.$current.withValue(input) {
            await withTaskGroup(of: RunReport?.self) { group in
                group.addTask { await run.run() }
                group.addTask { [progress] in
                    await ProgressDisplay(mode: progress, console: console, input: input).show(run)
                    return nil
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
    }

    private func summarize(_ report: RunReport, plan: PipelinePlan, rejects: RejectsTarget, seconds: Double, console: Console) {
        for warning in report.warnings { console.warning(warning) }
        for note in report.notes { console.info(note) }
        if writes, let note = rejects.note(on: report) { console.info(note) }
        if let failure = report.failure, (failure as? PipelineFailure)?.kind != .outputClosed {
            let isInputMissing = (failure as? PipelineFailure)?.kind == .inputMissing
            console.error(failure.message, place: isInputMissing ? plan.sourcePlace : nil)
        } else if report.failure == nil, !report.counts.addUp {
            console.error("the records do not add up; this is a fault of the program")
        }
        let hundredths = Int((seconds * 100).rounded())
        let time = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
        let line = writes ? report.counts.line : report.counts.line.replacing("written", with: "would be written") + " (dry run)"
        console.info("\(plan.name): \(line) in \(time) s", fields: fields(of: report.counts, plan.name, seconds: Double(hundredths) / 100))
    }

    /// The line that adds up, for a program that reads messages.
    private func fields(of counts: RunCounts, _ name: String, seconds: Double) -> JSONObject {
        let numbers = [
            ("read", counts.read), ("made", counts.made), ("written", counts.written), ("filtered", counts.filtered),
            ("rejected", counts.rejected), ("skipped", counts.skipped), ("unfinished", counts.unfinished),
        ]
        var fields: JSONObject = ["pipeline": .string(name), "dry_run": .bool(!writes)]
        for (key, number) in numbers { fields[key] = .number(JSONNumber(number)) }
        fields["seconds"] = .number(JSONNumber(seconds))
        return fields
    }
}
