internal import JSONParsing

/// One test of a pipeline, as its file has it.
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
    var part: TestPart
    /// The time that the pipeline sees, in seconds since 1970.
    let now: Double
    /// The largest number of records to read; nil for all.
    let limit: Int?
    let expectation: TestExpectation
}
