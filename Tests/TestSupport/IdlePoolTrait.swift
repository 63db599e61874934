import Foundation
public import Testing

/// Lets a test start only when few tests like it run and the task pool has a free thread.
///
/// Swift Testing starts all tests at once, and a time limit counts the time that a test is queued behind others: for a thread of the
/// pool, or for a permit to start a program. On two processors that is minutes. This trait waits before the time limit begins.
public struct IdlePoolTrait: TestTrait, SuiteTrait, TestScoping {
    /// The pool is idle when a task that yields gets its thread back within this time.
    private static let longestIdleYield = Duration.milliseconds(50)

    /// Limits the tests with this trait that run at the same time, so that few of them share the permits of `ChildProcess`.
    private static let slots = AsyncSemaphore(permits: 2 * max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// On a suite, the trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Applies to each test function as a whole: the scope of a single case would lie inside its time limit.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IdlePoolTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Waits for its turn and for the pool, and then runs all cases of the test.
    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        try await Self.slots.withPermit {
            let clock = ContinuousClock()
            while await clock.measure({ await Task.yield() }) > Self.longestIdleYield {}
            try await function()
        }
    }
}

extension Trait where Self == IdlePoolTrait {
    /// Stands before a time limit, so that the limit does not count the time in the queues of the task pool and of programs.
    public static var startsOnIdlePool: Self { Self() }
}
