import Synchronization

/// What the programs of one piece of work have in common: how much memory each may use, and whether all of them are to end.
///
/// Programs find it in their task. They ask it now and then, and not when they begin, so that short ones pay nothing. Tasks alone would
/// not do: to cancel them takes a thread, and the programs may hold all of them. Shared by tasks, and so a class.
package final class QueryContext: Sendable {
    /// The context of this task.
    @TaskLocal package static var current: QueryContext?

    /// Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    let maxMemory: Int?
    private let stopFlag = Atomic(false)

    /// - Parameter maxMemory: Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    package init(maxMemory: Int? = nil) { self.maxMemory = maxMemory }

    var isStopped: Bool { stopFlag.load(ordering: .relaxed) }

    /// Ends all programs soon; they throw `CancellationError`.
    package func stop() { stopFlag.store(true, ordering: .relaxed) }
}
