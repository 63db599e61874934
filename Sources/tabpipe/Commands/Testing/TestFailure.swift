/// Something that a test expected and did not find.
struct TestFailure: Sendable {
    /// The path of the expectation in the file, such as `tests[0].expect.counts.read`.
    let path: String
    /// What was expected and what was found, in a sentence.
    let message: String
    /// Further lines, such as those of a diff.
    var details: [String] = []
}
