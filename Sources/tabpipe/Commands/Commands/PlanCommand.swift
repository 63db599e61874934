internal import HTTP
internal import HTTPReading
internal import Pipeline
internal import SourcesRemote

/// `tabpipe plan FILE`
struct PlanCommand: Command {
    static let name = "plan"
    static let group = CommandGroup.look
    static let summary = "Shows what a run would change: files that it would create, change, remove or leave as they are."
    static let details: String? =
        "The pipeline runs, and nothing is written: no outputs, rejects, state or cache. The source is read as in a run. With --estimate, "
        + "only the first page is requested."
    static let examples = [
        "tabpipe plan pipelines/case-studies.json", "tabpipe plan p.json --diff --exit-code", "tabpipe plan p.json --estimate",
    ]
    private let file: String
    private let parameters: [String: String]
    private let isEstimate: Bool
    private let readsAll: Bool
    private let allowsPrograms: Bool
    private let settings: RunSettings

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        let limit = arguments.limit()
        var display = PlanDisplay()
        display.showsDiffs = arguments.flag("diff", help: "Shows the changes of text files as unified diffs.")
        display.listsAll = arguments.flag(
            "all",
            help: "Lists every file of a folder, also those that stay as they are; otherwise at most \(PlanDisplay.maxFiles) changes.")
        display.reportsChange = arguments.flag("exit-code", help: "Ends with 3 if a run would change something.")
        isEstimate = arguments.flag(
            "estimate", help: "Asks for the first page only, and says how many pages there are and how long they take at least.")
        readsAll = arguments.flag("full-refresh", help: "Plans a run that reads all records of a source with \"incremental\".")
        allowsPrograms = arguments.allowsPrograms()
        if isEstimate {
            let others = [
                ("diff", display.showsDiffs), ("all", display.listsAll), ("exit-code", display.reportsChange), ("full-refresh", readsAll),
            ]
            for (name, isGiven) in others where isGiven { arguments.complain("--estimate and --\(name) contradict each other") }
        }
        let acceptsOutputs = arguments.acceptsOutputs()
        var settings = RunSettings(arguments: &arguments, limit: limit)
        settings.acceptsOutputs = acceptsOutputs
        if isEstimate, settings.rejects != nil { arguments.complain("--estimate and --rejects contradict each other") }
        settings.writes = false
        settings.planDisplay = display
        self.settings = settings
    }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        try StandardInputCheck.check(files: [file])
        var plan = try context.plan(file, parameters: parameters)
        if isEstimate { return try await estimate(plan, context.console) }
        plan = try context.permitPrograms([(file, plan)], isAllowed: allowsPrograms, writes: false)[0].plan
        if readsAll { plan = plan.readingAll() }
        let plans = [(file, plan)]
        try StandardInputCheck.check(files: [file], plans: plans)
        // Obstacles are only warnings: a user who may not write the outputs can still see the plan.
        for obstacle in OutputChecks.obstacles(in: plan.files) { context.console.warning(obstacle) }
        let isRun = settings.limit == nil || plan.sinks.contains { $0.component.traits.appearsWhole }
        let rejects = try RejectsTarget.targets(for: plans, given: settings.rejects, isRun: isRun)
        return await settings.run(plan, rejects: rejects.first ?? .none, console: context.console)
    }

    /// Prints how many pages the source has, without reading them.
    private func estimate(_ plan: PipelinePlan, _ console: Console) async throws -> Int32 {
        guard let source = plan.source?.component as? HTTPSource else {
            let type = plan.source?.common.type ?? ""
            throw UsageError("--estimate needs a source with pages; \(file.printable) reads from \"\(type)\"")
        }
        var context = RunContext(RunNetwork(fillsCaches: false))
        context.secrets = plan.learnedSecrets
        let estimate = try await source.estimate(limit: settings.limit, in: context)
        for line in estimate.lines { console.writeOutput(line + "\n") }
        return ExitCode.done
    }
}
