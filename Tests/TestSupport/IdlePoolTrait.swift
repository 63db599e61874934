public import Testing

/// Lets a test start only when the task pool has a free thread.
///
/// Swift Testing starts all tests at once, and a time limit counts the time that a test is queued behind others. On two processors
/// that is most of a minute. This trait waits before the time limit begins.
public struct IdlePoolTrait: TestTrait, SuiteTrait, TestScoping {
    /// The pool is idle when a task that yields gets its thread back within this time.
    private static let longestIdleYield = Duration.milliseconds(50)

    /// On a suite, the trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Applies to each test function as a whole: the scope of a single case would lie inside its time limit.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IdlePoolTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Waits for the pool, and then runs all cases of the test.
    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let clock = ContinuousClock()
        while await clock.measure({ await Task.yield() }) > Self.longestIdleYield {}
        try await function()
    }
}

extension Trait where Self == IdlePoolTrait {
    /// Stands before a time limit, so that the limit does not count the time in the queue of the task pool.
    public static var startsOnIdlePool: Self { Self() }
}
