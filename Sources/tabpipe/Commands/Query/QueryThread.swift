internal import Pipeline

/// A thread with a large stack, on which values of many levels are built and released.
enum QueryThread {
    private static let stackBytes = 64 << 20

    /// Runs work on a thread of its own and waits for it.
    ///
    /// - Returns: nil if the thread has run; why it could not start otherwise.
    static func run(_ work: @escaping @Sendable () -> Void) async -> PipelineFailure? {
        await withCheckedContinuation { continuation in
            do throws(PipelineFailure) {
                try SystemThread.start(stackBytes: stackBytes) {
                    work()
                    continuation.resume(returning: nil)
                }
            } catch {
                continuation.resume(returning: error)
            }
        }
    }
}
