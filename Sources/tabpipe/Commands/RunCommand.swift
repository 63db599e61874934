internal import Pipeline

/// `tabpipe run FILE…`
enum RunCommand: Command {
    static let name = "run"
    static let summary = "Runs pipeline files, one after the other."
    static let operands = Operands.files
    static let options =
        [
            CommandOption.set,
            CommandOption(name: "limit", value: "N", help: "Reads at most N records."),
            CommandOption(name: "dry-run", value: nil, help: "Does everything but writing."),
        ] + RunSettings.options

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        var settings = try RunSettings(arguments, console: context.console)
        settings.limit = try arguments.integer("limit", in: 0...Int.max)
        settings.writes = !arguments.has("dry-run")
        // All files are checked before the first one runs.
        let plans = try arguments.operands.map { try context.plan($0, arguments) }
        var code = ExitCode.done
        for plan in plans {
            code = max(code, await settings.run(plan, rejectsPath: settings.rejects ?? defaultRejectsPath(plan), console: context.console))
            if code >= 128 { break }
        }
        return code
    }

    /// Beside the first output that is a file or folder, otherwise where the program runs.
    private static func defaultRejectsPath(_ plan: PipelinePlan) -> String {
        if let path = plan.rejects { return path }
        guard let output = plan.sinks.compactMap(\.component.outputPath).first, output != ".", !output.isEmpty else {
            return "\(plan.name.replacing("/", with: "-")).rejects.jsonl"
        }
        let slash = output.lastIndex(of: "/").map { output.index(after: $0) } ?? output.startIndex
        let stem = output[slash...].lastIndex(of: ".").flatMap { $0 > slash ? output[..<$0] : nil } ?? output[...]
        return "\(stem).rejects.jsonl"
    }
}
