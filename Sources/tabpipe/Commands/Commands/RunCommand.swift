internal import JSONQuery
internal import Pipeline

/// `tabpipe run FILE…`
struct RunCommand: Command {
    static let name = "run"
    static let group = CommandGroup.run
    static let summary = "Runs pipeline files, one after the other."
    static let examples = [
        "tabpipe run pipelines/case-studies.json", "tabpipe run p.json --set from=items.json --dry-run -n 10",
        "curl -s https://api.example.com/items | tabpipe run p.json --set from=-",
    ]
    private let files: [String]
    private let parameters: [String: String]
    private let isForced: Bool
    private let allowsPrograms: Bool
    /// Whether incremental sources read all records.
    private let readsAll: Bool
    /// Whether the command deletes the states of incremental sources, and runs nothing.
    private let resetsState: Bool
    private let settings: RunSettings
    /// Whether the command runs again after each change of a file.
    private let watches: Bool
    /// The value of `--trace`.
    private let trace: String?
    /// The files of `--report` and `--metrics`.
    private let reports: [ReportFile]
    /// The value of `--record`.
    private let recording: RecordingFolder?
    /// The value of `--shard`; nil for all records.
    private let shard: Shard?
    /// The value of `--shard-by`.
    private let shardKey: String?

    private static let maxWaitSeconds = 1_000_000

    init(arguments: inout ArgumentReader) {
        files = arguments.files()
        parameters = arguments.parametersOfSeveralFiles()
        let limit = arguments.limit()
        let isDry = arguments.flag("dry-run", help: "Does everything but writing, and shows what would change, as plan does.")
        isForced = arguments.flag(
            "force", help: "With --limit: replaces outputs that are there already by a part. With --shard: runs a complete shard again.")
        allowsPrograms = arguments.allowsPrograms()
        readsAll = arguments.flag(
            "full-refresh", help: "Reads all records of a source with \"incremental\", and writes a new state.")
        resetsState = arguments.flag(
            "reset-state", help: "Deletes the state of a source with \"incremental\", and runs nothing.")
        let acceptsOutputs = arguments.acceptsOutputs()
        watches = arguments.flag(
            "watch",
            help: "Runs again whenever a pipeline file, a file that it names (use, data, $file) or a local input changes, until it is "
                + "interrupted. URLs are not watched.")
        let wait = arguments.integer(
            "wait", value: "SECONDS", in: 0...Self.maxWaitSeconds, default: 0,
            help: "Waits at most this long for another run that writes one of the outputs.")
        trace = arguments.optionalPath(
            "trace", value: "FILE",
            help: "Writes a JSON line for each request: time, method, URL, status, bytes, wait, attempt, cache, step.")
        reports = arguments.reportFiles()
        recording = RecordingFolder(arguments: &arguments)
        shard = arguments.shard()
        shardKey = arguments.optionalText(
            "shard-by", value: "PATH", help: "With --shard: divides the records by a key such as .thread_id, and not the files.")
        var settings = RunSettings(arguments: &arguments, limit: limit)
        settings.writes = !isDry
        settings.acceptsOutputs = acceptsOutputs
        settings.patience = .seconds(wait)
        self.settings = settings
    }

    /// The given options that a run refuses if a sink updates earlier output.
    private var exclusions: [UpdateExclusion] {
        (settings.limit == nil ? [] : [.limit]) + (isForced ? [.force] : [])
    }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        let shard = try checkedShard()
        if isForced, settings.limit == nil, shard == nil { context.console.warning("--force has no effect without --limit or --shard") }
        // All files are checked before the first one runs.
        try StandardInputCheck.check(files: files)
        let watch = FileWatch(files)
        let plans = try context.plans(files, parameters: parameters) { settings in
            guard let shard else { return }
            settings.shard = shard
            settings.partitioning = shard.count == 1 ? nil : Partitioning(by: shard)
        }
        if resetsState {
            if watches { throw UsageError("--reset-state and --watch contradict each other") }
            return try resetStates(of: plans, context.console)
        }
        guard watches else { return try await run(plans, shard, in: context) }
        return try await WatchLoop(console: context.console, end: {}).run(try watch.covering(plans), from: plans) {
            try context.plans(files, parameters: parameters)
        } run: { plans in
            try await run(plans, nil, in: context)
        }
    }

    /// The shard of the command line, with its key; nil if there is none.
    private func checkedShard() throws -> Shard? {
        guard let shard else {
            if shardKey != nil { throw UsageError("--shard-by divides records among shards, and there is no --shard") }
            return nil
        }
        if files.count > 1 { throw UsageError("--shard runs one pipeline file, found \(files.count)") }
        if let other = settings.limit != nil ? "--limit" : watches ? "--watch" : resetsState ? "--reset-state" : nil {
            throw UsageError("--shard and \(other) exclude each other: a shard is a whole part of the records, and runs once")
        }
        guard let shardKey else { return shard }
        do {
            return try shard.by(shardKey)
        } catch {
            throw UsageError("--shard-by wants a jq program such as .thread_id, found \"\(shardKey.printable)\": \(error.message)")
        }
    }

    /// Runs pipelines one after the other.
    ///
    /// - Parameter shard: The shard that the only pipeline processes; nil for all records.
    private func run(
        _ plans: [(file: String, plan: PipelinePlan)], _ shard: Shard?, in context: CommandContext
    ) async throws -> Int32 {
        var plans = plans
        if readsAll {
            for (file, plan) in plans where !plan.isIncremental {
                context.console.warning("--full-refresh has no effect on \(file.printable): its source has no \"incremental\"")
            }
            plans = plans.map { ($0.file, $0.plan.readingAll()) }
        }
        plans = try context.permitPrograms(plans, isAllowed: allowsPrograms, writes: settings.writes)
        try StandardInputCheck.check(files: files, plans: plans)
        try OutputChecks.checkDistinct(plans)
        if settings.writes { try OutputChecks.checkUpdates(plans, options: exclusions) }
        OutputChecks.protectOthers(plans)
        // Rejects of a limited run must not replace those of a full run: if all outputs are streams, the rejects go to a new file.
        // Otherwise, `checkFree` below refuses existing files.
        let isPart = settings.limit != nil && !isForced
        let isRun = !isPart || plans.contains { $0.plan.sinks.contains { $0.component.traits.appearsWhole } }
        let part = shard ?? .whole
        let given = settings.rejects.map(part.naming)
        let rejects = try RejectsTarget.targets(for: plans, given: given, of: part, isRun: isRun)
        if !settings.writes { try OutputChecks.checkWritable(plans.flatMap(\.plan.files)) }
        if isPart, settings.writes {
            for ((_, plan), target) in zip(plans, rejects) { try OutputChecks.checkFree(plan, rejects: target) }
        }
        var settings = settings
        if let shard, let (file, plan) = plans.first {
            let run = try ShardRun(shard, of: plan, in: file, rejects: rejects[0], given: given)
            if settings.writes, !isForced {
                let earlier = try run.earlier()
                if let note = earlier.note { context.console.info("\(plan.name): shard \(shard.index) of \(shard.count) \(note)") }
                if case .complete(let record, _) = earlier { return settings.exitCode(afterRejecting: record.counts.rejected, of: plan) }
            }
            if let note = run.idleNote { context.console.info("\(plan.name): shard \(shard.index) of \(shard.count) \(note)") }
            settings = run.settings(settings)
        }
        settings.reports = try reportFiles(plans: plans, rejects: rejects)
        try recording?.check(plans, others: reports.map(\.use))
        settings.recording = recording?.path
        settings.trace = try trace.map { try TraceFile($0, plans: plans) }
        var code = ExitCode.done
        for ((file, plan), target) in zip(plans, rejects) {
            if let signal = SignalWatch.received {
                code = max(code, ExitCode.firstSignal + signal)
                break
            }
            code = max(code, await settings.run(plan, in: file, rejects: target, console: context.console))
        }
        if let trace = settings.trace, let failure = trace.failure {
            context.console.warning("--trace: \(trace.path.printable) is incomplete: \(failure)")
        }
        recording?.summarize(context.console)
        return max(code, settings.reports?.write(context.console) ?? ExitCode.done)
    }

    /// Returns the reports, after a check that their paths differ from all other outputs; nil if none is wanted.
    private func reportFiles(plans: [(file: String, plan: PipelinePlan)], rejects: [RejectsTarget]) throws -> ReportFiles? {
        guard !reports.isEmpty else { return nil }
        let others =
            (trace.map { [FileUse(.output, $0, place: "--trace", range: nil)] } ?? [])
            + rejects.compactMap(\.destination.path).map { FileUse(.output, $0, place: "the rejected records", range: nil) }
        return try ReportFiles(reports, plans: plans, others: others)
    }

    /// Deletes the states of all pipelines.
    private func resetStates(of plans: [(file: String, plan: PipelinePlan)], _ console: Console) throws -> Int32 {
        if readsAll { throw UsageError("--reset-state runs nothing, so that --full-refresh has nothing to read") }
        for (file, plan) in plans {
            guard plan.isIncremental else { throw UsageError("\(file.printable): the source has no \"incremental\", and so no state") }
        }
        for (_, plan) in plans {
            if settings.writes {
                if let result = try plan.resetState() { console.info(result) }
                for sink in plan.sinks where sink.component.traits.update == .append {
                    console.warning(
                        "\(sink.common.path) appends, and the next run, which reads all records, refuses a file that has some; move the file"
                    )
                }
            } else {
                console.info("\(plan.name): the state would be deleted (dry run)")
            }
        }
        return ExitCode.done
    }
}
