internal import HTTP
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
            // The console masks the tokens that the check learns.
            codes += await LearnedSecrets.$current.withValue(plan.learnedSecrets) {
                await RunNetwork.$current.withValue(RunNetwork()) { await check.run() }
            }
        }
        return codes.first ?? ExitCode.done
    }
}
