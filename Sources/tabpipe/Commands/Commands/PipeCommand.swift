internal import Pipeline
internal import Sinks
internal import SourcesRemote

/// `tabpipe pipe FILE`
enum PipeCommand: Command {
    static let name = "pipe"
    static let summary = "Carries JSON Lines from standard input through the stages of a file to standard output."
    static let examples = [
        "tabpipe pipe stages.json < in.jsonl > out.jsonl",
        "curl -s https://api.example.com/items | jq -c '.[]' | tabpipe pipe stages.json -q | head",
    ]
    static let operands = Operands.file
    static let options =
        [
            CommandOption.set, .limit,
            CommandOption(
                name: "on-bad-line", value: "what", choices: ["fail", "reject"],
                help: "Whether a line that is no JSON ends the run, or goes to the rejects file. The default is fail."),
        ] + RunSettings.options

    static func run(_ arguments: Arguments, _ context: CommandContext) async throws -> Int32 {
        let settings = try RunSettings(arguments, console: context.console)
        let file = arguments.operands[0]
        let reader = "the records of pipe"
        try StandardInputCheck.check(files: [file], other: reader)
        let plan = try context.plan(file, arguments) { $0.readsSourceAndSinks = false }
        try StandardInputCheck.check(files: [file], plans: [(file, plan)], other: reader)
        let source = JSONSource(rejectsBadLines: arguments.value("on-bad-line") == "reject")
        let piped = plan.replacing(source: source, sinks: [JSONLinesSink()])
        let target = try RejectsTarget.targets(for: [(file, piped)], given: settings.rejects, isRun: false)[0]
        return await settings.run(piped, rejects: target, console: context.console)
    }
}
