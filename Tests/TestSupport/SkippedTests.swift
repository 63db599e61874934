import Foundation
import Synchronization
public import Testing

/// Counts what was skipped, because something is missing that not every machine has, and says so at the end of the test process.
public enum SkippedTests {
    private struct State {
        var count = 0
        var reasons: Set<String> = []
    }

    private static let state = Mutex(State())
    private static let report: Void = {
        // The runner prints its summary before the process exits.
        atexit { SkippedTests.printReport() }
    }()

    /// Notes that a suite, a test or a case was skipped.
    static func note(_ reason: Comment) {
        _ = report
        state.withLock {
            $0.count += 1
            $0.reasons.insert(reason.rawValue)
        }
    }

    /// Ends the test, or this case of it, as skipped.
    ///
    /// - Parameter reason: What is missing.
    /// - Throws: Always.
    public static func skip(_ reason: Comment) throws -> Never {
        note(reason)
        try Test.cancel(reason)
    }

    private static func printReport() {
        let (count, reasons) = state.withLock { ($0.count, $0.reasons.sorted()) }
        let text = """
            Skipped \(count) suites, tests and cases: \(reasons.joined(separator: "; ")).
            Tests/fetch-suites gets the test data; CONTRIBUTING.md names the packages of the tools.

            """
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite or a test, visibly and counted, where something is missing that not every machine has.
    ///
    /// - Parameters:
    ///   - isThere: Whether it is there.
    ///   - reason: What is needed, such as `needs jq`.
    public static func needs(
        _ isThere: @autoclosure @escaping @Sendable () throws -> Bool, _ reason: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        .needs(reason, sourceLocation: sourceLocation, where: isThere)
    }

    /// Skips a suite or a test, visibly and counted, where something is missing that not every machine has.
    ///
    /// - Parameters:
    ///   - reason: What is needed, such as `needs jq`.
    ///   - isThere: Finds out whether it is there.
    public static func needs(
        _ reason: Comment, sourceLocation: SourceLocation = #_sourceLocation, where isThere: @escaping @Sendable () async throws -> Bool
    ) -> Self {
        .enabled(reason, sourceLocation: sourceLocation) {
            let isThere = try await isThere()
            if !isThere { SkippedTests.note(reason) }
            return isThere
        }
    }
}
