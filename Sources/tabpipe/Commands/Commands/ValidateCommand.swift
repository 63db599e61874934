internal import JSONQuery
internal import Pipeline

/// `tabpipe validate FILE…`
struct ValidateCommand: Command {
    static let name = "validate"
    static let group = CommandGroup.prove
    static let summary = "Checks pipeline files and their tests, and touches nothing else."
    static let details: String? = "A missing environment variable is a warning: it needs no secrets. `check` and `run` need them."
    static let examples = ["tabpipe validate pipelines/*.json", "tabpipe validate --stages-only stages.json"]
    private let files: [String]
    private let parameters: [String: String]
    private let hasStagesOnly: Bool
    private let logFormat: Console.Format
    /// Whether stages must work in runs that each have only a part of the records.
    private let isPartitioned: Bool
    /// The value of `--partitioned-by`.
    private let partitionKey: String?

    init(arguments: inout ArgumentReader) {
        files = arguments.files()
        parameters = arguments.parametersOfSeveralFiles()
        hasStagesOnly = arguments.stagesOnly()
        isPartitioned = arguments.flag(
            "partitioned",
            help: "Refuses stages that look at neighbouring records, which other runs may have, unless they have \"scope\": \"partition\".")
        partitionKey = arguments.optionalText(
            "partitioned-by", value: "PATH",
            help: "As --partitioned, for records that are divided by a key such as .thread_id: stages that work by this key are good.")
        logFormat = arguments.logFormat()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        context.console.configure(format: logFormat, isQuiet: false)
        let partitioning = try partitioning()
        let pipelines = files.filter { !$0.hasSuffix(TestFile.suffix) }
        var check = TestFileCheck(registry: context.registry, console: context.console)
        var unread = pipelines
        do {
            _ = try context.plans(pipelines, parameters: parameters) {
                $0.needsSourceAndSinks = !hasStagesOnly
                $0.checksOutputs = true
                $0.partitioning = partitioning
                $0.missingValues = .warnOfVariables
            } read: { file in
                unread.removeAll { $0 == file }
                if check.isGood(testsOf: file, apartFrom: files) { context.console.info("\(file): ok") }
            }
        } catch let reported as ReportedError {
            // An unreadable file has been reported already.
            for file in unread where FilePath.kind(of: file) == .regular { _ = check.isGood(testsOf: file, apartFrom: files) }
            throw reported
        }
        for file in files where file.hasSuffix(TestFile.suffix) {
            if check.isGood(testsIn: file, of: TestFile.pipeline(of: file)) { context.console.info("\(file): ok") }
        }
        return check.exitCode ?? ExitCode.done
    }

    private func partitioning() throws -> Partitioning? {
        guard let partitionKey else { return isPartitioned ? Partitioning() : nil }
        do {
            return try Partitioning(by: partitionKey)
        } catch {
            throw UsageError(
                "--partitioned-by wants a jq program such as .thread_id, found \"\(partitionKey.printable)\": \(error.message)")
        }
    }
}
