internal import JSONParsing
internal import Pipeline

/// What the run of a test gave.
struct TestOutcome: Sendable {
    let exitCode: Int32
    let counts: RunCounts
    /// The message of the failure that ended the run; nil if there was none.
    let failure: String?
    /// The records behind the last stage, if the test compares them.
    let records: [JSONValue]
    let rejects: [Reject]
    let messages: [String]
    /// The messages that are warnings; the others are remarks of components, and the failure.
    let warnings: [String]
    /// The requests that were not sent, such as `GET https://api.example.com/items`.
    let refusedRequests: [String]
    /// The paths of the files that the pipeline reads.
    let inputs: [String]
    let mask: TestMask
}
