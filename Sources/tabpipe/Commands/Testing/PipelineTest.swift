internal import JSONParsing
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One test of a pipeline, as its file declares it.
struct PipelineTest: Sendable {
    let name: String
    /// The values of parameters, as `--set` gives them.
    let parameters: [String: String]
    /// The environment variables that the pipeline sees. It sees no others.
    let environment: [String: String]
    /// The folder of recorded responses, relative to the current directory or absolute; nil for none.
    let recording: String?
    /// A file or URL in place of the input that the source names; nil for the source's own.
    let input: String?
    /// Records in place of those of the source; nil for the source's own.
    let records: [JSONValue]?
    /// The part of the stages that runs.
    var part: TestedStages
    /// The current time for the pipeline, in seconds since 1970.
    let now: Double
    /// The largest number of records to read; nil for all.
    let limit: Int?
    let expectation: TestExpectation
}

extension PipelineTest {
    /// The current time for a test whose file gives none.
    private static let defaultNow = "2024-01-01T00:00:00Z"

    /// Reads the options of a test.
    init(options: inout OptionReader) {
        name = options.read("name", .string, help: "What the test shows, in a sentence.")
        _ = options.readIfPresent("description", .string, help: "A remark for readers of the file.")
        parameters = Self.parameters(&options)
        let variables = options.read(
            "env", .stringMap, default: [],
            help: "The environment variables that the pipeline sees. Others have a placeholder in place of a secret.")
        environment = Dictionary(variables.map { ($0.key, $0.value) }) { first, _ in first }
        recording =
            options.readIfPresent(
                "recording", .path,
                help: "The folder of responses that `tabpipe run FILE --record FOLDER` has written. The test asks no server.")?
            .value
        input = options.readIfPresent("from", .string, help: "A file or URL in place of the one that the source names.")
        records = options.readIfPresent("records", .list(of: .plainJSON), help: "Records in place of those of the source.")
        part = options.readIfPresent("part", .object { TestedStages(options: &$0) }, help: "The part of the stages that runs.") ?? .whole
        let time = options.read("now", .string, default: Self.defaultNow, help: "The time that the pipeline sees, in UTC.")
        now = Self.seconds(time) ?? 0
        limit = options.readIfPresent("limit", .integer(0...Int.max), help: "The largest number of records to read.")
        expectation = options.read("expect", .object { TestExpectation(options: &$0) }, help: "What the run has to give.")
        check(time, &options)
    }

    /// Reports options that do not fit together.
    private func check(_ time: String, _ options: inout OptionReader) {
        if name.isEmpty { options.report("expected a name, found \"\"", option: "name") }
        if Self.seconds(time) == nil {
            options.report("expected a time such as \(Self.defaultNow), found \"\(time.printable)\"", option: "now")
        }
        if input == "-" { options.report("expected a file or URL, found \"-\", which is standard input", option: "from") }
        if input != nil, records != nil { options.report("\"records\" and \"from\" exclude each other", option: "from") }
        if part.from != nil, records == nil { options.report("a part that begins behind the source needs \"records\"", option: "part") }
        if part.to != nil, expectation.files != nil {
            options.report("a part that ends in front of the sinks writes no \"files\"", option: "part")
        }
    }

    private static func parameters(_ options: inout OptionReader) -> [String: String] {
        let help = "Values for parameters, as --set gives them. Relative paths are relative to the file of the test."
        guard let given = options.readIfPresent("set", .json, help: help) else { return [:] }
        guard let values = given.value.object else {
            options.report("expected an object with values for parameters", option: "set")
            return [:]
        }
        return Dictionary(values.map { ($0.key, $0.value.string ?? $0.value.compactText) }) { first, _ in first }
    }

    /// The seconds since 1970 of a time in ISO 8601; nil for an invalid time.
    private static func seconds(_ text: String) -> Double? { (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970 }
}

/// The part of the stages that a test runs: all, or those from one stage to another one.
struct TestedStages: Sendable {
    /// The first stage as the test names it; nil for the source.
    let from: String?
    /// The last stage as the test names it; nil for the sinks.
    let to: String?
    /// The position of the first stage; nil for the source, and before ``resolve(in:_:)``.
    private(set) var first: StagePath?
    /// The position of the last stage; nil for the sinks, and before ``resolve(in:_:)``.
    private(set) var last: StagePath?

    static let whole = TestedStages(from: nil, to: nil)

    /// Reads the options `from` and `to`.
    init(options: inout OptionReader) {
        from = options.readIfPresent(
            "from", .string, help: "The first stage that runs: its place, such as stages[1], or its type. The test then has \"records\".")
        to = options.readIfPresent(
            "to", .string, help: "The last stage that runs: its place, such as stages[3], or its type. The sinks then do not run.")
    }

    private init(from: String?, to: String?) {
        self.from = from
        self.to = to
    }

    /// Finds the stages in a pipeline file.
    ///
    /// - Parameters:
    ///   - outline: The steps of the file.
    ///   - report: Receives each fault, with the option that it concerns.
    mutating func resolve(in outline: StageOutline, _ report: (String, _ option: String) -> Void) {
        first = Self.place(of: from, "from", in: outline, report)
        last = Self.place(of: to, "to", in: outline, report)
        if let first, let last, last < first, !last.contains(first) { report("expected a stage behind \"from\"", "to") }
    }

    private static func place(
        of name: String?, _ option: String, in outline: StageOutline, _ report: (String, _ option: String) -> Void
    ) -> StagePath? {
        guard let name else { return nil }
        if let path = StagePath(name) {
            if let fault = outline.fault(of: path, in: "the pipeline") { report("\(fault); found \(path)", option) }
            return path
        }
        switch outline.stage(ofType: name) {
        case .one(let path): return path
        case .several(let places): report("\"\(name.printable)\" can be \(places); name one of them", option)
        case .none:
            let near = DidYouMean.hint(for: name, in: outline.steps.map(\.type).filter { !$0.isEmpty })
            report("expected a stage such as stages[1], found \"\(name.printable)\"\(near)", option)
        }
        return nil
    }
}
