import Foundation
public import Testing

/// Lets a test start only when the task pool has a free thread, and on demand only when few others run programs.
///
/// Swift Testing starts all tests at once, and a time limit counts the time that a test is queued behind others: for a thread of the
/// pool, or for a permit to start a program. On two processors that is minutes. This trait waits before the time limit begins.
public struct IdlePoolTrait: TestTrait, SuiteTrait, TestScoping {
    /// The pool is idle when a task that yields gets its thread back within this time.
    private static let longestIdleYield = Duration.milliseconds(50)

    /// Limits the tests with a time limit that run programs at the same time: one for each permit of `ChildProcess`.
    private static let programTurns = AsyncSemaphore(permits: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Whether the tests run programs, and so take turns.
    fileprivate let runsPrograms: Bool

    /// On a suite, the trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Applies to each test function as a whole: the scope of a single case would lie inside its time limit.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IdlePoolTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Waits for its turn and for the pool, and then runs all cases of the test.
    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        guard runsPrograms else { return try await startOnIdlePool(function) }
        try await Self.programTurns.withPermit { try await startOnIdlePool(function) }
    }

    private func startOnIdlePool(_ function: () async throws -> Void) async throws {
        let clock = ContinuousClock()
        while await clock.measure({ await Task.yield() }) > Self.longestIdleYield {}
        try await function()
    }
}

extension Trait where Self == IdlePoolTrait {
    /// Stands before a time limit, so that the limit does not count the time in the queue of the task pool.
    public static var startsOnIdlePool: Self { Self(runsPrograms: false) }

    /// Stands before a time limit of tests that run programs, so that the limit does not count the time in the queue for them either.
    public static var startsInTurn: Self { Self(runsPrograms: true) }
}
