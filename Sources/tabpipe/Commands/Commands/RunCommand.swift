internal import Pipeline

/// `tabpipe run FILE…`
struct RunCommand: Command {
    static let name = "run"
    static let summary = "Runs pipeline files, one after the other."
    static let examples = [
        "tabpipe run pipelines/case-studies.json", "tabpipe run p.json --set from=items.json --dry-run -n 10",
        "curl -s https://api.example.com/items | tabpipe run p.json --set from=-",
    ]
    private let files: [String]
    private let parameters: [String: String]
    private let isForced: Bool
    private let settings: RunSettings
    /// The value of `--trace`.
    private let trace: String?

    private static let maxWaitSeconds = 1_000_000

    init(arguments: inout ArgumentReader) {
        files = arguments.files()
        parameters = arguments.parametersOfSeveralFiles()
        let limit = arguments.limit()
        let isDry = arguments.flag("dry-run", help: "Does everything but writing.")
        isForced = arguments.flag("force", help: "With --limit: replaces outputs that are there already by a part.")
        let wait = arguments.integer(
            "wait", value: "SECONDS", in: 0...Self.maxWaitSeconds, default: 0,
            help: "Waits at most this long for another run that writes one of the outputs.")
        trace = arguments.optionalPath(
            "trace", value: "FILE",
            help: "Writes a JSON line for each request: time, method, URL, status, bytes, wait, attempt, cache, step.")
        var settings = RunSettings(arguments: &arguments, limit: limit)
        settings.writes = !isDry
        settings.patience = .seconds(wait)
        self.settings = settings
    }

    /// The given options that runs with certain sinks exclude.
    private var exclusions: [UpdateExclusion] { (settings.limit == nil ? [] : [.limit]) + (isForced ? [.force] : []) }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        if isForced, settings.limit == nil { context.console.warning("--force has no effect without --limit") }
        // All files are checked before the first one runs.
        try StandardInputCheck.check(files: files)
        let plans = try context.plans(files, parameters: parameters)
        try StandardInputCheck.check(files: files, plans: plans)
        try OutputChecks.checkDistinct(plans)
        if settings.writes { try OutputChecks.checkUpdates(plans, options: exclusions) }
        OutputChecks.protectOthers(plans)
        // Rejects of a limited run must not replace those of a full run. Standard output holds nothing that a run could replace.
        let isPart = settings.limit != nil && !isForced
        let isRun = !isPart || plans.contains { $0.plan.sinks.contains { $0.component.appearsWhole } }
        let rejects = try RejectsTarget.targets(for: plans, given: settings.rejects, isRun: isRun)
        if !settings.writes { try OutputChecks.checkWritable(plans.flatMap(\.plan.files)) }
        if isPart, settings.writes {
            for ((_, plan), target) in zip(plans, rejects) { try OutputChecks.checkFree(plan, rejects: target) }
        }
        var settings = settings
        settings.trace = try trace.map { try TraceFile($0, plans: plans) }
        var code = ExitCode.done
        for ((_, plan), target) in zip(plans, rejects) {
            code = max(code, await settings.run(plan, rejects: target, console: context.console))
            if code >= ExitCode.firstSignal { break }
        }
        if let trace = settings.trace, let failure = trace.failure {
            context.console.warning("--trace: \(trace.path.printable) is incomplete: \(failure)")
        }
        return code
    }
}
