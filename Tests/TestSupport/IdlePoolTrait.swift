import Foundation
public import Testing

/// Lets a test start only when the task pool has a free thread, and on demand only when it is its turn to run programs or to open a page.
///
/// Swift Testing starts all tests at once, and a time limit counts the time that a test is queued behind others: for a thread of the
/// pool, for a permit to start a program, or for a page of the browser. On two processors that is minutes. This trait waits before the time
/// limit begins.
public struct IdlePoolTrait: TestTrait, SuiteTrait, TestScoping {
    /// The pool is idle when a task that yields gets its thread back within this time.
    private static let longestIdleYield = Duration.milliseconds(50)

    /// Limits the tests that start on an idle pool together: all of them wait for the same moment, and then they would wait for each other.
    private static let poolTurns = AsyncSemaphore(permits: 2 * max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Limits the tests with a time limit that run programs at the same time: one for each permit of `ChildProcess`.
    private static let programTurns = AsyncSemaphore(permits: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Lets one test with a time limit at a time open pages.
    private static let pageTurns = AsyncSemaphore(permits: 1)

    /// What a test takes turns for.
    fileprivate enum Turn { case pool, program, page }

    fileprivate let turn: Turn

    /// On a suite, the trait applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Applies to each test function as a whole: the scope of a single case would lie inside its time limit.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> IdlePoolTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Waits for its turn and for the pool, and then runs all cases of the test.
    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        switch turn {
        case .pool: try await Self.poolTurns.withPermit { try await startOnIdlePool(function) }
        case .program: try await Self.programTurns.withPermit { try await startOnIdlePool(function) }
        case .page: try await Self.pageTurns.withPermit { try await startOnIdlePool(function) }
        }
    }

    private func startOnIdlePool(_ function: () async throws -> Void) async throws {
        let clock = ContinuousClock()
        while await clock.measure({ await Task.yield() }) > Self.longestIdleYield {}
        try await function()
    }
}

extension Trait where Self == IdlePoolTrait {
    /// Stands before a time limit, so that the limit does not count the time in the queue of the task pool.
    public static var startsOnIdlePool: Self { Self(turn: .pool) }

    /// Stands before a time limit of tests that run programs, so that the limit does not count the time in the queue for them either.
    public static var startsInTurn: Self { Self(turn: .program) }

    /// Stands before a time limit of tests that open pages in the browser, so that the limit does not count the time in the queue for one.
    public static var startsInPageTurn: Self { Self(turn: .page) }
}
