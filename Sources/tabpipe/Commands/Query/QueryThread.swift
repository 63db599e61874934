internal import Foundation

/// A thread with a large stack, on which values of many levels are built and released.
enum QueryThread {
    /// The size of the stack in bytes. The system gives memory only for what is used.
    private static let stackBytes = 64 << 20

    /// Runs work on a thread of its own and waits for it.
    static func run(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                work()
                continuation.resume()
            }
            thread.stackSize = stackBytes
            thread.start()
        }
    }
}
