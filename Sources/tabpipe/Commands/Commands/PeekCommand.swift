internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import JSONStyling
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `tabpipe peek FILE`
struct PeekCommand: Command {
    static let name = "peek"
    static let group = CommandGroup.look
    static let summary = "Shows the first records at a place of a pipeline, and writes nothing."
    static let details: String? =
        "It reads no more of the source than it needs, and asks a paged source for one page after the other. Caches are read and not "
        + "written; the stage `assets` fetches nothing. The sinks and the stages behind the place are not used, so that their secrets may be "
        + "missing. Rejected records are named on standard error, and do not change the exit code."
    static let examples = [
        "tabpipe peek p.json", "tabpipe peek p.json --after source -n 1", "tabpipe peek p.json --after 'stages[1]' --only '{id, title}'",
        "tabpipe peek p.json --each --only 'select(.id == 7)' -n 1",
    ]

    private static let defaultCount = 3

    private let file: String
    private let parameters: [String: String]
    private let place: String?
    private let count: Int
    private let program: String?
    private let form: DocumentForm?
    private let followsEach: Bool
    private let allowsPrograms: Bool
    private let programMemory: Int?
    /// The value of `--record`.
    private let recording: RecordingFolder?
    private let verbosity: Verbosity

    init(arguments: inout ArgumentReader) {
        file = arguments.file()
        parameters = arguments.parameters()
        place = arguments.optionalText(
            "after", value: "PLACE",
            help: "Where to look: source, stages[N] or N, stages[N].stages[M] in a used file, or the type of a step. The default is behind "
                + "the last stage, where the sinks are."
        )
        count =
            arguments.optionalInteger("count", short: "n", in: 1...Int.max, help: "Shows N records. (default \(Self.defaultCount))")
            ?? Self.defaultCount
        program = arguments.optionalText(
            "only", value: "JQ",
            help: "A jq program that chooses records and what is shown of them; a record without an output does not count. With --each it "
                + "chooses among the records of the source.")
        form = arguments.optionalChoice(
            "as",
            help: "How HTML is shown: html as it is (default), or text and markdown, which also convert strings that are HTML. By "
                + "default, --each shows HTML that a stage has made as Markdown, and strings as they are.")
        followsEach = arguments.flag(
            "each", help: "Follows the first records of the source through all stages: what each stage changes, and where they end.")
        recording = RecordingFolder(arguments: &arguments)
        allowsPrograms = arguments.allowsPrograms()
        programMemory = arguments.programMemory()
        verbosity = arguments.verbosity(countsSteps: false)
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let console = context.console
        console.configure(format: .text, isQuiet: verbosity == .quiet)
        let program = try PeekProgram(program, registry: context.registry)
        let text = try InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes)
        let outline = StageOutline(text: text, file: file)
        let place = try PeekPoint(place, in: outline)
        let read = try context.plan(file, text: text, parameters: parameters) { settings in
            settings.needsSourceAndSinks = false
            settings.lastStage = place.last
        }
        let plan = try context.permitPrograms([(file, read)], isAllowed: allowsPrograms, writes: false)[0].plan
        guard let source = plan.source else {
            throw UsageError(
                "\(file.printable) has no source to read; `tabpipe pipe` takes records from standard input through its stages")
        }
        try StandardInputCheck.check(files: [file], plans: [(file, plan)])
        let messages = RunMessages(console: console, isVerbose: verbosity == .verbose)
        let (colors, warning) = JSONColors.named(in: ProcessInfo.processInfo.environment)
        if let warning { console.warning(warning) }
        let shown = PeekOutput(console: console, form: form ?? .html, program: program, colors: colors)
        try recording?.check([(file, plan)])
        let network = RunNetwork(access: recording.map { .recording(folder: $0.path) } ?? .open, fillsCaches: false)
        let run = RunContext(network)
        let (report, rejects, isWhole) =
            followsEach
            ? await follow(plan, source, shown, messages, hasSinks: place.last == outline.last && !outline.sinks.isEmpty, in: run)
            : await show(plan, shown, messages, in: run)
        for reject in rejects { messages.reject(reject) }
        messages.finish()
        for warning in network.warnings { console.warning(warning) }
        // A field that the first records lack may appear in later ones.
        if isWhole, report.failure == nil { for warning in report.warnings { console.warning(warning) } }
        if let warning = program?.fields.warning { console.info(warning) }
        for note in report.notes { console.info(note) }
        recording?.summarize(console)
        if let failure = report.failure, (failure as? PipelineFailure)?.kind != .outputClosed {
            console.error(failure.message, place: plan.declaration.inputPlace(of: failure))
        }
        if !followsEach { console.info(summary(of: plan, source, shown: shown.count, read: report.counts.read)) }
        return report.failure == nil ? ExitCode.done : report.exitCode
    }

    private func show(
        _ plan: PipelinePlan, _ output: PeekOutput, _ messages: RunMessages, in run: RunContext
    ) async -> (RunReport, [Reject], Bool) {
        for stage in plan.stages where Self.readsAll(stage.common) {
            output.console.info("\(stage.common.path) \(stage.common.type) reads all records before it passes on the first one")
        }
        let peek = Peek(plan, count: count, programMemory: programMemory, observer: messages, in: run) { try output.show($0) }
        let signals = SignalWatch { peek.stop(signal: $0) }
        defer { signals.end() }
        let report = await peek()
        if peek.hasGivenUp {
            output.console.info("peek stops: \(report.counts.rejected) records were rejected, and none came through")
        }
        return (report, peek.rejects, peek.hasReadAll)
    }

    /// Whether a stage of this library reads its whole input before it passes records on.
    private static func readsAll(_ step: StepProperties) -> Bool {
        switch step.type {
        case "sort", "pick_latest": true
        case "group": step.options["sorted"]?.bool != true
        default: false
        }
    }

    private func follow(
        _ plan: PipelinePlan, _ source: PipelinePlan.SourceStep, _ output: PeekOutput, _ messages: RunMessages,
        hasSinks: Bool, in run: RunContext
    ) async -> (RunReport, [Reject], Bool) {
        let peek = TracedPeek(plan, count: count, programMemory: programMemory, observer: messages, in: run) { try output.isWanted($0) }
        let signals = SignalWatch { peek.stop(signal: $0) }
        defer { signals.end() }
        let report = await peek()
        let text = TraceText(
            source: "source \(source.common.type)", stages: plan.stages.map { "\($0.common.path) \($0.common.type)" }, form: form,
            kept: hasSinks ? "to the sinks" : "kept", style: output.console.outputStyle)
        output.console.writeOutput(peek.traces(report).map(text.text).joined(separator: "\n"))
        return (report, peek.refused, false)
    }

    private func summary(of plan: PipelinePlan, _ source: PipelinePlan.SourceStep, shown: Int, read: Int) -> String {
        let place = plan.stages.last.map { "\($0.common.path) \($0.common.type)" } ?? "source \(source.common.type)"
        return "\(shown == 0 ? "no record" : shown.counted("record")) after \(place), of \(read) read"
    }
}

/// A place of a pipeline where records are shown: behind the source, behind a stage, or in front of the sinks.
private struct PeekPoint {
    /// The step whose output is shown: a stage, or the source.
    let last: StagePath

    /// Reads the place from the value of `--after`.
    ///
    /// - Parameters:
    ///   - text: `source`, `stages[2]`, `2`, `stages[2].stages[0]` for a stage of a used file, the type of a stage or a sink, or `sinks[0]`;
    ///     nil for the end of the stages.
    ///   - outline: The steps of the file.
    /// - Throws: ``UsageError`` for a text that names no place or several.
    init(_ text: String?, in outline: StageOutline) throws(UsageError) {
        guard let text, text != "sinks" else {
            last = outline.last
            return
        }
        if text == "source" {
            last = .source
            return
        }
        if let path = StagePath(text) ?? Int(text).flatMap({ $0 < 0 ? nil : StagePath(indices: [$0]) }) {
            if let fault = outline.fault(of: path, in: "the file") { throw UsageError("--after \(text.printable): \(fault)") }
            last = path
            return
        }
        if text.hasPrefix("sinks["), text.hasSuffix("]"), let index = Int(text.dropFirst(6).dropLast()) {
            guard outline.sinks.indices.contains(index) else {
                let places = StageOutline.places("sinks", outline.sinks.count)
                throw UsageError("--after \(text.printable): the file has \(places)")
            }
            last = outline.last
            return
        }
        switch outline.stage(ofType: text) {
        case .one(let path): last = path
        case .several(let places): throw UsageError("--after \(text.printable) can be \(places); name one of them")
        case .none:
            guard outline.sinks.contains(text) else {
                let names = ["source"] + outline.steps.map(\.type) + outline.sinks
                throw UsageError(
                    "--after wants source, stages[N], N, or the type of a step, found \"\(text.printable)\""
                        + DidYouMean.hint(for: text, in: names.filter { !$0.isEmpty }))
            }
            last = outline.last
        }
    }
}
