internal import JSONParsing
internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension PipelineTest {
    /// The time that a test sees if its file gives none.
    private static let defaultNow = "2024-01-01T00:00:00Z"

    /// Reads the options of a test.
    init(options: inout OptionReader) {
        name = options.string("name", help: "What the test shows, in a sentence.")
        _ = options.optionalString("description", help: "A remark for readers of the file.")
        parameters = Self.parameters(&options)
        let variables = options.stringMap(
            "env", default: [], help: "The environment variables that the pipeline sees. Others have a placeholder in place of a secret.")
        environment = Dictionary(variables.map { ($0.key, $0.value) }) { first, _ in first }
        recording =
            options.optionalPath(
                "recording", help: "The folder of responses that `tabpipe run FILE --record FOLDER` has written. The test asks no server.")?
            .value
        input = options.optionalString("from", help: "A file or URL in place of the one that the source names.")
        records = options.optionalValues("records", help: "Records in place of those of the source.")
        part = options.optionalGroup("part", help: "The part of the stages that runs.") { TestPart(options: &$0) } ?? .whole
        let time = options.string("now", default: Self.defaultNow, help: "The time that the pipeline sees, in UTC.")
        now = Self.seconds(time) ?? 0
        limit = options.optionalInteger("limit", in: 0...Int.max, help: "The largest number of records to read.")
        expectation = options.group("expect", help: "What the run has to give.") { TestExpectation(options: &$0) }
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
        guard let given = options.optionalJSON("set", help: help) else { return [:] }
        guard let values = given.value.object else {
            options.report("expected an object with values for parameters", option: "set")
            return [:]
        }
        return Dictionary(values.map { ($0.key, $0.value.string ?? $0.value.compactText) }) { first, _ in first }
    }

    /// The seconds since 1970 of a time in ISO 8601; nil if it is none.
    private static func seconds(_ text: String) -> Double? { (try? Date(text, strategy: .iso8601))?.timeIntervalSince1970 }
}
