/// What a test expects of a run. A missing part is not compared.
struct TestExpectation: Sendable {
    /// The names on the path of the folder with the expected outputs, relative to the folder of the tests.
    var files: [String]?
    var records: ExpectedRecords?
    /// The expected numbers by their names, such as `written`.
    var counts: [(name: String, number: Int)]?
    var rejects: [ExpectedReject]?
    /// Parts of messages.
    var messages: [String]?
    var exitCode: Int?

    /// Whether rejected records are a part of what the test expects.
    var allowsRejects: Bool { rejects != nil || counts?.contains { $0.name == "rejected" } == true }
}
