import Foundation

/// Runs a piece of work on a thread with a stack of its own, large or small.
///
/// - Parameters:
///   - bytes: The size of the stack.
///   - work: The work. It is waited for.
func onThread<Result: Sendable>(stackBytes bytes: Int, _ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: work()) }
        thread.stackSize = bytes
        thread.start()
    }
}
