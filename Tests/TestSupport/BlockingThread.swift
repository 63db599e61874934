import Foundation

/// Runs work that blocks on a thread of its own, and suspends the calling task until it is done.
///
/// The task pool has as many threads as the machine has processors. Dispatch's global queues are no way out: on Linux they share
/// these threads.
public func onBlockingThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
