internal import Pipeline
internal import Sinks
internal import SourcesLocal

/// `tabpipe pipe FILE`
struct PipeCommand: Command {
    static let name = "pipe"
    static let group = CommandGroup.run
    static let summary = "Carries JSON Lines from standard input through the stages of a file to standard output."
    static let examples = [
        "tabpipe pipe stages.json < in.jsonl > out.jsonl",
        "curl -s https://api.example.com/items | jq -c '.[]' | tabpipe pipe stages.json -q | head",
    ]
    private let file: String
    private let parameters: [String: String]
    private let badLines: BadLinePolicy
    private let allowsPrograms: Bool
    private let settings: RunSettings
    private let isEnvelope: Bool

    /// The handling of a line that is not JSON.
    private enum BadLinePolicy: String, CaseIterable { case fail, reject }

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        let limit = arguments.limit()
        badLines = arguments.choice(
            "on-bad-line", default: .fail, help: "Whether a line that is no JSON ends the run, or goes to the rejects file.")
        isEnvelope = arguments.flag(
            "envelope",
            help: "Writes {\"ok\": RECORD} and {\"reject\": {…}} lines, in the order of the input, and last {\"end\": {…}} with the counts "
                + "and hashes of the run. A stream without an end is broken.")
        allowsPrograms = arguments.allowsPrograms()
        settings = RunSettings(arguments: &arguments, limit: limit)
    }

    func run(in context: CommandContext) async throws -> Int32 {
        settings.configure(context.console)
        let reader = "the records of pipe"
        try StandardInputCheck.check(files: [file], other: reader)
        let read = try context.plan(file, parameters: parameters) { $0.readsSourceAndSinks = false }
        let plan = try context.permitPrograms([(file, read)], isAllowed: allowsPrograms)[0].plan
        try StandardInputCheck.check(files: [file], plans: [(file, plan)], other: reader)
        if isEnvelope { return try await runEnvelope(plan, in: context) }
        let source = JSONSource(rejectsBadLines: badLines == .reject)
        let piped = plan.replacing(source: source, sinks: [JSONLinesSink()])
        let target = try RejectsTarget.targets(for: [(file, piped)], given: settings.rejects, isRun: false)[0]
        return await settings.run(piped, rejects: target, console: context.console)
    }

    /// Runs with `--envelope`: standard output also gets the rejects, and an end line.
    private func runEnvelope(_ plan: PipelinePlan, in context: CommandContext) async throws -> Int32 {
        if let rejects = settings.rejects, rejects != "none" {
            throw UsageError("--envelope writes rejected records to standard output, so that --rejects can only be none")
        }
        let inputs = InputTallies()
        let envelope = Envelope(of: try RunIdentity(of: plan), reading: inputs)
        let source = JSONSource(rejectsBadLines: badLines == .reject)
        let piped = plan.replacing(source: source, sinks: [envelope.sink])
        var settings = settings
        settings.envelope = envelope
        settings.inputs = inputs
        let target = RejectsTarget(destination: .none, shown: "standard output")
        return await settings.run(piped, rejects: target, console: context.console)
    }
}
