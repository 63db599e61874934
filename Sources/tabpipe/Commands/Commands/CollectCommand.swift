internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// `tabpipe collect DIR`
struct CollectCommand: Command {
    static let name = "collect"
    static let group = CommandGroup.run
    static let summary = "Adds up the end records of shards, and proves that all of them are there."
    static let details: String? =
        "Prints the sums and the numbers of missing shards as JSON. Exit 0: complete. 75: shards are missing, or have changed; run them "
        + "again. 65: shards are doubled, or of another pipeline or input."
    static let examples = ["tabpipe collect out", "tabpipe collect out --expect pipeline.json --rejects out/all.rejects.jsonl"]
    private let folder: String
    private let expected: String?
    private let parameters: [String: String]
    private let rejects: String?
    private let logFormat: Console.Format

    /// The name of the file with the rejects of all shards.
    private static let rejectsName = "collected.rejects.jsonl"

    init(arguments: inout ArgumentReader) {
        folder = arguments.folder()
        expected = arguments.optionalPath(
            "expect", value: "FILE",
            help: "The pipeline file that all shards must have run, with its inputs as they are now: it reads them again.")
        parameters = arguments.parameters()
        rejects = arguments.optionalPath(
            "rejects", value: "FILE",
            help: "The file for the rejects of all shards, or none; the default is \(Self.rejectsName) in the folder.")
        logFormat = arguments.logFormat()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        context.console.configure(format: logFormat, isQuiet: false)
        if let rejects, rejects.isEmpty || Output(rejects) == .standardOutput {
            throw UsageError("--rejects wants the path of a file or none, found \"\(rejects.printable)\"")
        }
        if expected == nil, !parameters.isEmpty { throw UsageError("--set gives a parameter of the file of --expect a value") }
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        var shards = try CollectedShards(in: folder)
        if let expected {
            let plan = try context.plan(expected, parameters: parameters)
            let inputs = try (plan.source?.component as? any InputListSource)?.listedInputs()
            shards.check(against: try RunIdentity(of: plan), reading: inputs, of: expected)
        }
        for fault in shards.faults + shards.runFaults { context.console.error(fault) }
        for doubt in shards.doubts { context.console.warning(doubt) }
        if !shards.missing.isEmpty {
            let numbers = Self.ranges(shards.missing)
            context.console.error("shards to run: \(numbers) of \(shards.count)")
        }
        let merged = shards.isComplete ? try await mergeRejects(of: shards, in: folder, context.console) : nil
        if let counts = shards.sums, !shards.records.isEmpty {
            context.console.info("\(shards.records.count) of \(shards.count) shards: \(counts.line)")
        }
        context.console.writeOutput(json(of: shards, rejects: merged))
        return shards.isComplete
            ? ExitCode.done : (shards.faults.isEmpty ? PipelineFailure.Kind.tryAgainLater : .badData).rawValue
    }

    /// Puts the rejects of all shards into one file.
    ///
    /// - Returns: Its path; nil if no rejects were kept.
    private func mergeRejects(of shards: CollectedShards, in folder: String, _ console: Console) async throws -> String? {
        if rejects == "none" { return nil }
        let path = rejects ?? (folder == "." ? Self.rejectsName : "\(folder)/\(Self.rejectsName)")
        let target = try MergedRejects(path: path, of: shards.records)
        let kept = try await target.write(from: shards.records)
        let rejected = shards.sums?.rejected ?? 0
        if kept != rejected { console.warning("\(rejected.counted("record")) \(rejected.was) rejected, and \(kept) \(kept.was) kept") }
        guard kept == 0 else {
            console.info("rejected records are in \(path.printable)")
            return path
        }
        if try target.remove() { console.info("no rejects were kept; \(path.printable) of an earlier call is removed") }
        return nil
    }

    /// The result in one line.
    private func json(of shards: CollectedShards, rejects: String?) -> String {
        func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
        var object: JSONObject = [
            "complete": .bool(shards.isComplete), "shards": number(shards.count), "missing": .array(shards.missing.map(number)),
        ]
        for member in shards.sums?.json ?? [:] { object[member.key] = member.value }
        object["rejects"] = rejects.map { .string($0) } ?? .null
        return JSONValue.object(object).compactText + "\n"
    }

    /// Numbers in order as text, such as `3, 7-9`.
    private static func ranges(_ numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
    }
}
