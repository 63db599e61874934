internal import Pipeline

/// The result of one test.
struct TestResult: Sendable {
    /// The name of the test, with the file in front of it where several have tests.
    let label: String
    let test: String
    let file: TestFile
    /// The number of the test in its file.
    let index: Int
    /// The failures with their places; empty if the test passed.
    var failures: [(place: FilePlace, failure: TestFailure)] = []
    /// The files that `--update` has written.
    var updated: [String] = []
    var seconds = 0.0

    var hasPassed: Bool { failures.isEmpty }

    /// The lines of the result: the name, and the failures.
    var lines: [String] {
        let time = Decimals.text(seconds, places: 2)
        var lines = ["\(hasPassed ? "ok" : "FAILED") \(label) in \(time) s"]
        for (place, failure) in failures {
            lines.append("  \(place.file):\(place.line):\(place.column): \(place.path): \(failure.message)")
            lines += failure.details.map { "    \($0)" }
        }
        lines += updated.map { "  updated \($0)" }
        return lines.map(\.printable)
    }
}
