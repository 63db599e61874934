internal import JSONParsing
internal import Pipeline

/// The expectations of a test about a run. A missing part is not compared.
struct TestExpectation: Sendable {
    /// The path components of the folder with the expected outputs, relative to the folder of the tests.
    var files: [String]?
    var records: ExpectedRecords?
    /// The expected numbers by their names, such as `written`.
    var counts: [(name: String, number: Int)]?
    var rejects: [ExpectedReject]?
    /// Texts that the messages of the run contain.
    var messages: [String]?
    var exitCode: Int?

    /// Whether rejected records are a part of what the test expects.
    var allowsRejects: Bool { rejects != nil || counts?.contains { $0.name == "rejected" } == true }
}

extension TestExpectation {
    /// Reads the options of `expect`.
    init(options: inout OptionReader) {
        files = Self.folder(&options)
        records = options.readIfPresent(
            "records", .object { ExpectedRecords(options: &$0) },
            help: "The records that reach the sinks, or that the last stage of the part passes on.")
        counts = options.readIfPresent(
            "counts",
            .object { group in
                let numbers = RunCounts.names.compactMap { name in
                    group.readIfPresent(name, .integer(0...Int.max), help: "Records that are \(name), as the last line of a run has it.")
                        .map { (name, $0) }
                }
                group.checkAtLeastOne(of: RunCounts.names)
                return numbers
            }, help: "The numbers of records.")
        rejects = options.readIfPresent(
            "rejects", .list(of: .object { ExpectedReject(options: &$0) }),
            help: "The rejected records, in any order. An empty list expects none.")
        messages = options.readIfPresent(
            "messages", .list(of: .string),
            help: "Parts of messages, each of which is in a message of the run. An empty list expects no warning.")
        exitCode = options.readIfPresent(
            "exit_code", .integer(0...255),
            help: "The exit code. Without it, the run must succeed, and only expected records may be rejected.")
        options.checkAtLeastOne(of: ["files", "records", "counts", "rejects", "messages", "exit_code"])
    }

    private static func folder(_ options: inout OptionReader) -> [String]? {
        let help = "A folder with the expected outputs, below that of the tests. `tabpipe test FILE --update` writes it."
        guard let path = options.readIfPresent("files", .string, help: help) else { return nil }
        do {
            return try ConfinedFolder.split(path.hasSuffix("/") ? String(path.dropLast()) : path)
        } catch {
            options.report("expected a folder below that of the tests: \(error.reason)", option: "files")
            return []
        }
    }
}

/// The expectations of a test about the records that reach the sinks, or those behind the last stage of its part.
struct ExpectedRecords: Sendable {
    /// All records, in order.
    var equals: [JSONValue]?
    /// Partial values, each of which is contained in a record.
    var contains: [JSONValue]?
    /// Conditions that every record meets.
    var matches: [RecordQuery]?
}

extension ExpectedRecords {
    /// Reads the options of `records`.
    init(options: inout OptionReader) {
        equals = options.readIfPresent("equals", .list(of: .plainJSON), help: "All records, in order.")
        contains = options.readIfPresent(
            "contains", .list(of: .plainJSON), help: "Values with some fields of a record. Each is contained in one of the records.")
        matches = options.readIfPresent("matches", .list(of: .unwatchedQuery), help: "jq programs that are true for every record.")
        options.checkAtLeastOne(of: ["equals", "contains", "matches"])
        for (name, isEmpty) in [("contains", contains?.isEmpty), ("matches", matches?.isEmpty)] where isEmpty == true {
            options.report("an empty list expects nothing; \"equals\": [] expects no records", option: name)
        }
    }
}

/// A rejected record that a test expects.
struct ExpectedReject: Sendable {
    /// The `type` of the step; nil for any.
    var stage: String?
    /// The place of the step, such as `stages[2]`; nil for any.
    var step: String?
    /// A part of the reason; nil for any.
    var reason: String?
    /// A jq program that is true for a reason that matches a regular expression; nil for any.
    var pattern: RecordQuery?
    /// The text of the regular expression.
    var patternText: String?
}

extension ExpectedReject {
    /// Reads the options of one of the `rejects`.
    init(options: inout OptionReader) {
        stage = options.readIfPresent("stage", .string, help: "The type of the step, such as case_study.")
        step = options.readIfPresent("step", .string, help: "The place of the step, such as stages[2].")
        reason = options.readIfPresent("reason", .string, help: "A part of the reason.")
        patternText = options.readIfPresent(
            "reason_matches", .string, help: "A regular expression that matches a part of the reason, as in jq.")
        pattern = patternText.flatMap { try? RecordQuery("test(\(JSONValue.string($0).compactText))") }
        if let patternText, (try? pattern?.isTrue(Record(""))) == nil {
            options.report("expected a regular expression, found \"\(patternText.printable)\"", option: "reason_matches")
        }
        options.checkAtLeastOne(of: ["stage", "step", "reason", "reason_matches"])
    }
}

extension ExpectedReject {
    /// Whether a rejected record is the expected one.
    func matches(_ reject: Reject) -> Bool {
        if let stage, stage != reject.stage { return false }
        if let step, step != reject.step { return false }
        if let reason, !reject.reason.contains(reason) { return false }
        if let pattern { return (try? pattern.isTrue(Record(.string(reject.reason)))) == true }
        return true
    }

    /// The expectation in a sentence.
    var description: String {
        let parts = [
            stage.map { "stage \($0)" }, step.map { "step \($0)" }, reason.map { "a reason that has \"\($0)\"" },
            patternText.map { "a reason that matches \"\($0)\"" },
        ]
        return parts.compactMap(\.self).joined(separator: " and ")
    }
}
