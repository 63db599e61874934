internal import Pipeline

/// A thread with a large stack, on which values of many levels are built and released.
enum QueryThread {
    private static let stackBytes = 64 << 20

    /// Runs work on a thread of its own and waits for it.
    static func run(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            SystemThread.start(stackBytes: stackBytes) {
                work()
                continuation.resume()
            }
        }
    }
}
