internal import Pipeline

/// `tabpipe run FILE…`
enum RunCommand: Command {
    static let name = "run"
    static let summary = "Runs pipeline files, one after the other."
    static let operands = Operands.files
    static let options =
        [CommandOption.setInFiles, .limit, CommandOption(name: "dry-run", value: nil, help: "Does everything but writing.")]
        + RunSettings.options

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var settings = try RunSettings(arguments, console: context.console)
        settings.writes = !arguments.has("dry-run")
        // All files are checked before the first one runs.
        try StandardInputCheck.check(files: arguments.operands)
        let plans = try context.plans(arguments)
        try StandardInputCheck.check(files: arguments.operands, plans: plans)
        try OutputChecks.checkDistinct(plans)
        OutputChecks.protectOthers(plans)
        let rejects = try RejectsTarget.targets(for: plans, given: settings.rejects)
        if !settings.writes { try OutputChecks.checkWritable(plans.flatMap(\.plan.files)) }
        var code = ExitCode.done
        for ((_, plan), target) in zip(plans, rejects) {
            code = max(code, await settings.run(plan, rejects: target, console: context.console))
            if code >= 128 { break }
        }
        return code
    }
}
