internal import HTTP
internal import HTTPReading
internal import Pipeline

/// `tabpipe check FILE…`
struct CheckCommand: Command {
    static let name = "check"
    static let group = CommandGroup.prove
    static let summary = "Asks each source once, and checks secrets and outputs. It writes no output."
    static let details: String? =
        "It prints a line for each secret, source and output. `validate` reads the file alone; `check` also opens inputs and sends one "
        + "request to each remote source. After a failure the exit code is that of the first one."
    static let examples = ["tabpipe check pipelines/github-issues.json", "tabpipe check p.json --set from=https://example.org/items.json"]
    private let files: [String]
    private let parameters: [String: String]
    private let logFormat: Console.Format

    init(arguments: inout ArgumentReader) {
        files = arguments.files()
        parameters = arguments.parametersOfSeveralFiles()
        logFormat = arguments.logFormat()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        context.console.configure(format: logFormat, isQuiet: false)
        let plans = try context.plans(files, parameters: parameters)
        try StandardInputCheck.check(files: files, plans: plans)
        let interruptions = AsyncStream.makeStream(of: Int32.self)
        let signals = SignalWatch { interruptions.continuation.yield($0) }
        defer { signals.end() }
        return await withTaskGroup(of: Int32.self) { group in
            group.addTask { await Self.check(plans, context.console) }
            group.addTask {
                for await signal in interruptions.stream { return ExitCode.firstSignal + signal }
                return ExitCode.done
            }
            let code = await group.next() ?? ExitCode.done
            group.cancelAll()
            await group.waitForAll()
            if code > ExitCode.firstSignal { context.console.error("stopped by a signal") }
            return code
        }
    }

    /// Checks all pipelines.
    ///
    /// - Returns: The exit code of the first failure.
    private static func check(_ plans: [(file: String, plan: PipelinePlan)], _ console: Console) async -> Int32 {
        var codes: [Int32] = []
        for (file, plan) in plans where !Task.isCancelled {
            let check = PlanCheck(plan, prefix: plans.count > 1 ? "\(file.printable): " : "", console: console)
            codes += await check.run()
        }
        return codes.first ?? ExitCode.done
    }
}

/// Checks the secrets, components and outputs of a pipeline, and prints one line for each.
private struct PlanCheck {
    private let plan: PipelinePlan
    /// The start of each line: the pipeline file, if there are several.
    private let prefix: String
    private let console: Console
    private let context: RunContext

    init(_ plan: PipelinePlan, prefix: String, console: Console) {
        self.plan = plan
        self.prefix = prefix
        self.console = console
        // The console masks the tokens that the check learns.
        var context = RunContext(RunNetwork())
        context.secrets = plan.learnedSecrets
        self.context = context
    }

    /// Runs all checks, also after a failure.
    ///
    /// - Returns: The exit codes of the failures, in the order of the file.
    func run() async -> [Int32] {
        // A secret without a value is a fault of the pipeline file, which was reported with its place.
        for use in plan.declaration.secretUses { say("secret \(use.node): has a value (\(use.place))") }
        var codes: [Int32] = []
        if let source = plan.source {
            let subject = "source \(source.common.type)"
            codes += await check(source.component, subject: subject)
            codes += outputs(of: "source.", subject: subject)
        }
        for stage in plan.stages {
            let subject = "\(stage.common.path) \(stage.common.type)"
            codes += await check(stage.component.component, subject: subject)
            for second in stage.component.component.hooks.sources {
                if let source = second.component { codes += await check(source, subject: second.step.placeAndType) }
            }
            codes += outputs(of: "\(stage.common.path).", subject: subject)
        }
        for sink in plan.sinks {
            let subject = "\(sink.common.path) \(sink.common.type)"
            codes += await check(sink.component, subject: subject)
            codes += outputs(of: "\(sink.common.path).", subject: subject)
        }
        return codes + outputs(of: "rejects", subject: "rejects") + stateFaults()
    }

    /// Compares the outputs with the state of the source.
    private func stateFaults() -> [Int32] {
        if Task.isCancelled { return [] }
        // The check of the source has already reported an unusable state.
        guard let fault = try? plan.stateFault() else { return [] }
        console.error("\(prefix)\(fault.message)")
        return [fault.kind.rawValue]
    }

    private func check(_ component: any Component, subject: String) async -> [Int32] {
        if Task.isCancelled { return [] }
        do {
            guard let found = try await component.hooks.check?(context) else { return [] }
            for line in found.split(separator: "\n") { say("\(subject): \(line)") }
            return []
        } catch is CancellationError {
            return []
        } catch {
            console.error("\(prefix)\(subject): \(error.message)")
            return [((error as? PipelineFailure)?.kind ?? .inputMissing).rawValue]
        }
    }

    /// Checks the files that a step writes or keeps: those whose path in the pipeline file starts with `place`, such as `sinks[0].`.
    private func outputs(of place: String, subject: String) -> [Int32] {
        if Task.isCancelled { return [] }
        let written = plan.files.filter { $0.isWritten && $0.place.hasPrefix(place) }
        return written.compactMap { output in
            let shown = output.isSecret ? output.place : output.isStandardStream ? "standard output" : output.shown.printable
            guard let obstacle = output.obstacle else {
                say("\(subject): \(shown) can be written")
                return nil
            }
            console.error("\(prefix)\(subject): \(shown) cannot be written: \(obstacle)")
            return PipelineFailure.Kind.cannotCreate.rawValue
        }
    }

    private func say(_ line: String) { console.info("\(prefix)\(line)") }
}
