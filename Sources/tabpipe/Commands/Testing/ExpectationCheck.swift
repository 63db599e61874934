internal import JSONParsing
internal import Pipeline

/// Compares the outcome of a run with the expectation of its test, except for output files.
struct ExpectationCheck {
    let expectation: TestExpectation
    let outcome: TestOutcome
    /// The path of the test in its file, such as `tests[0]`.
    let path: String
    /// The greatest number of messages that a difference shows.
    private static let maxShown = 20

    /// The differences. If the run ended otherwise than expected, only these: the others would be consequences.
    var failures: [TestFailure] {
        let failures = ends
        return failures.isEmpty ? records + rejects + counts + messages : failures
    }

    /// The differences in how the run ended.
    var ends: [TestFailure] { network + exitCode }

    private func failure(_ key: String, _ message: String, details: [String] = []) -> TestFailure {
        TestFailure(
            path: "\(path).expect\(key)", message: outcome.mask.masked(message), details: details.map(outcome.mask.masked))
    }

    private var network: [TestFailure] {
        guard !outcome.refusedRequests.isEmpty else { return [] }
        let message = "tests send no requests, and these responses are not recorded:"
        return [TestFailure(path: path, message: message, details: outcome.refusedRequests)]
    }

    private var exitCode: [TestFailure] {
        let found = outcome.exitCode
        let reason = outcome.failure.map { ": \($0)" } ?? ""
        if let wanted = expectation.exitCode {
            return wanted == Int(found) ? [] : [failure(".exit_code", "expected \(wanted), found \(found)\(reason)")]
        }
        if found == ExitCode.done { return [] }
        guard found == ExitCode.someRejected else { return [failure("", "the run failed with the exit code \(found)\(reason)")] }
        if expectation.allowsRejects { return [] }
        let count = outcome.counts.rejected
        return [
            failure(
                "", "\(count.counted("record")) \(count.was) rejected, and the test expects no rejects",
                details: rejectLines(outcome.rejects))
        ]
    }

    private var counts: [TestFailure] {
        let counts = outcome.counts
        return (expectation.counts ?? []).compactMap { name, number in
            guard let count = counts.named.first(where: { $0.name == name })?.count, count != number else { return nil }
            return failure(".counts.\(name)", "expected \(number), found \(count) (\(counts.line))")
        }
    }

    private var messages: [TestFailure] {
        guard let expected = expectation.messages else { return [] }
        if expected.isEmpty, !outcome.warnings.isEmpty {
            let count = outcome.warnings.count
            return [failure(".messages", "expected no warning, found \(count):", details: Array(outcome.warnings.prefix(Self.maxShown)))]
        }
        return expected.enumerated().compactMap { index, text in
            if outcome.messages.contains(where: { $0.contains(text) }) { return nil }
            let found = outcome.messages.prefix(Self.maxShown).map { "found: \($0)" }
            let details = found.isEmpty ? ["there were no messages"] : found
            return failure(".messages[\(index)]", "no message has \"\(text)\"", details: details)
        }
    }

    private var rejects: [TestFailure] {
        guard let expected = expectation.rejects else { return [] }
        var left = outcome.rejects
        var failures: [TestFailure] = []
        for (index, wanted) in expected.enumerated() {
            if let place = left.firstIndex(where: wanted.matches) {
                left.remove(at: place)
            } else {
                failures.append(
                    failure(
                        ".rejects[\(index)]", "no record was rejected with \(wanted.description)", details: rejectLines(outcome.rejects)))
            }
        }
        if !left.isEmpty, failures.isEmpty {
            failures.append(
                failure(".rejects", "\(left.count.counted("further record")) \(left.count.was) rejected:", details: rejectLines(left)))
        }
        return failures
    }

    private func rejectLines(_ rejects: [Reject]) -> [String] {
        rejects.isEmpty
            ? ["no record was rejected"]
            : rejects.prefix(10).map { "rejected: \($0.origin.description): \($0.stage) (\($0.step)): \($0.reason)" }
    }

    private var records: [TestFailure] {
        guard let expected = expectation.records else { return [] }
        return RecordCheck(expected: expected, found: outcome.records).differences.map {
            failure(".records\($0.path)", $0.message, details: $0.details)
        }
    }
}

/// The outcome of a test's run.
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
    let mask: TestTextMask
}

/// Something that a test expected and did not find.
struct TestFailure: Sendable {
    /// The path of the expectation in the file, such as `tests[0].expect.counts.read`.
    let path: String
    /// The expected and the found result, in a sentence.
    let message: String
    /// Further lines, such as those of a diff.
    var details: [String] = []
}
