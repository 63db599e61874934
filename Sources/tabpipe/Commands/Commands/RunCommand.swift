internal import Pipeline

/// `tabpipe run FILE…`
enum RunCommand: Command {
    static let name = "run"
    static let summary = "Runs pipeline files, one after the other."
    static let examples = [
        "tabpipe run pipelines/case-studies.json", "tabpipe run p.json --set from=items.json --dry-run -n 10",
        "curl -s https://api.example.com/items | tabpipe run p.json --set from=-",
    ]
    static let operands = Operands.files
    static let options =
        [
            CommandOption.setInFiles, .limit, CommandOption(name: "dry-run", value: nil, help: "Does everything but writing."),
            CommandOption(name: "force", value: nil, help: "With --limit: replaces outputs that are there already by a part."),
            CommandOption(
                name: "wait", value: "SECONDS", help: "Waits at most this long for another run that writes one of the outputs."),
        ] + RunSettings.options

    private static let maxWaitSeconds = 1_000_000

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var settings = try RunSettings(arguments, console: context.console)
        settings.writes = !arguments.has("dry-run")
        // All files are checked before the first one runs.
        try StandardInputCheck.check(files: arguments.operands)
        let plans = try context.plans(arguments)
        try StandardInputCheck.check(files: arguments.operands, plans: plans)
        try OutputChecks.checkDistinct(plans)
        OutputChecks.protectOthers(plans)
        settings.patience = .seconds(try arguments.integer("wait", in: 0...Self.maxWaitSeconds) ?? 0)
        // What a limited run rejects must not replace the rejects of a full run, and standard output holds nothing that could be replaced.
        let isPart = settings.limit != nil && !arguments.has("force")
        let isRun = !isPart || plans.contains { $0.plan.sinks.contains { $0.component.appearsWhole } }
        let rejects = try RejectsTarget.targets(for: plans, given: settings.rejects, isRun: isRun)
        if !settings.writes { try OutputChecks.checkWritable(plans.flatMap(\.plan.files)) }
        if settings.limit != nil, settings.writes, !arguments.has("force") {
            for ((_, plan), target) in zip(plans, rejects) { try OutputChecks.checkFree(plan, rejects: target) }
        }
        var code = ExitCode.done
        for ((_, plan), target) in zip(plans, rejects) {
            code = max(code, await settings.run(plan, rejects: target, console: context.console))
            if code >= 128 { break }
        }
        return code
    }
}
