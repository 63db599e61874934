import Synchronization

/// A memory limit, a stop flag and perhaps a fixed clock, shared by all programs of a run of a pipeline.
///
/// Programs find it as a task-local value. They check it at intervals, not at their start, so that short programs pay nothing. Cancelling
/// tasks is not enough: that needs a free thread, and programs may occupy all of them. A class, because tasks share it.
package final class QueryContext: Sendable {
    /// The context of this task.
    @TaskLocal package static var current: QueryContext?

    /// Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    let maxMemory: Int?
    /// The time that `now` gives, in seconds since 1970; nil for that of the system.
    let now: Double?
    private let stopFlag = Atomic(false)

    /// - Parameters:
    ///   - maxMemory: Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    ///   - now: A fixed time in seconds since 1970; nil for that of the system.
    package init(maxMemory: Int? = nil, now: Double? = nil) {
        self.maxMemory = maxMemory
        self.now = now
    }

    var isStopped: Bool { stopFlag.load(ordering: .relaxed) }

    /// Ends all programs soon; they throw `CancellationError`.
    package func stop() { stopFlag.store(true, ordering: .relaxed) }
}
