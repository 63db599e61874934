internal import JSONParsing
internal import Pipeline

/// `tabpipe collect DIR`
struct CollectCommand: Command {
    static let name = "collect"
    static let summary = "Adds up the end records of shards, and proves that all of them are there."
    static let details: String? =
        "Prints the sums and the numbers of missing shards as JSON. Exit 0: complete. 75: shards are missing, or their outputs have changed; "
        + "run them again. 65: shards are doubled, or of another pipeline or input."
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
        expected = arguments.optionalPath("expect", value: "FILE", help: "The pipeline file that all shards must have run.")
        parameters = arguments.parameters()
        rejects = arguments.optionalPath(
            "rejects", value: "FILE",
            help: "Where the rejects of all shards go together; the default is \(Self.rejectsName) in the folder.")
        logFormat = arguments.logFormat()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        context.console.configure(format: logFormat, isQuiet: false)
        if expected == nil, !parameters.isEmpty { throw UsageError("--set gives a parameter of the file of --expect a value") }
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        var shards = try ShardCollection(in: folder)
        if let expected {
            let plan = try context.plan(expected, parameters: parameters)
            shards.check(against: try RunIdentity(of: plan), of: expected)
        }
        for fault in shards.faults + shards.outputFaults { context.console.error(fault) }
        if !shards.missing.isEmpty {
            let numbers = Self.ranges(shards.missing)
            context.console.error("shards to run: \(numbers) of \(shards.count)")
        }
        var merged: String?
        if shards.isComplete {
            let target = MergedRejects(path: rejects ?? (folder == "." ? Self.rejectsName : "\(folder)/\(Self.rejectsName)"))
            let kept = try target.write(from: shards.records)
            if kept > 0 {
                merged = target.path
                context.console.info("rejected records are in \(target.path.printable)")
            }
            let rejected = shards.sum("rejected")
            if kept != rejected {
                context.console.warning("\(rejected.counted("record")) \(rejected.was) rejected, and \(kept) \(kept.was) kept")
            }
        }
        if let counts = shards.counts {
            context.console.info("\(shards.records.count) of \(shards.count) shards: \(counts.line)")
        }
        context.console.writeOutput(json(of: shards, rejects: merged))
        return shards.isComplete
            ? ExitCode.done : (shards.faults.isEmpty ? PipelineFailure.Kind.tryAgainLater : .badData).rawValue
    }

    /// The result in one line.
    private func json(of shards: ShardCollection, rejects: String?) -> String {
        func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
        let object: JSONObject = [
            "complete": .bool(shards.isComplete), "shards": number(shards.count), "missing": .array(shards.missing.map(number)),
            "read": number(shards.sum("read")), "made": number(shards.sum("made")), "written": number(shards.sum("written")),
            "filtered": number(shards.sum("filtered")),
            "rejected": number(shards.sum("rejected")), "skipped": number(shards.sum("skipped")),
            "rejects": rejects.map { .string($0) } ?? .null,
        ]
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
