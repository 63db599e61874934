import Synchronization

/// Shared by all programs of a pipeline run: a memory limit, a stop flag, an optional fixed clock, and the receiver of their messages.
///
/// It is the only task-local value of this package. As a parameter, it would have to go through each node of the evaluation and through the
/// methods of stages, sinks and options that run programs. Programs read it at intervals, not at their start, so that short programs pay
/// nothing. Cancelling tasks is not enough: that needs a free thread, and programs may occupy all of them.
package struct QueryContext: Sendable {
    /// The context of this task.
    @TaskLocal package static var current: QueryContext?

    /// A class, because all tasks of a run share it.
    private final class StopFlag: Sendable {
        let isSet = Atomic(false)
    }

    /// The memory limit of one run in bytes, not counting its input; nil for that of the run's ``QueryLimits``.
    let maxMemory: Int?
    /// The time that `now` returns, in seconds since 1970; nil for the system clock.
    let now: Double?
    /// Receives the messages of `debug` and `stderr` with the host of the program; nil where nothing shows them.
    package private(set) var log: (@Sendable (_ message: String, _ host: any QueryHost) -> Void)?
    private let stopFlag = StopFlag()

    /// - Parameters:
    ///   - maxMemory: The memory limit of one run in bytes, not counting its input; nil for that of the run's ``QueryLimits``.
    ///   - now: A fixed time in seconds since 1970; nil for the system clock.
    package init(maxMemory: Int? = nil, now: Double? = nil) {
        self.maxMemory = maxMemory
        self.now = now
    }

    /// Returns the same context with another receiver of messages. It shares the stop flag.
    package func logging(_ log: @escaping @Sendable (_ message: String, _ host: any QueryHost) -> Void) -> QueryContext {
        var context = self
        context.log = log
        return context
    }

    var isStopped: Bool { stopFlag.isSet.load(ordering: .relaxed) }

    /// Ends all programs soon; they throw `CancellationError`.
    package func stop() { stopFlag.isSet.store(true, ordering: .relaxed) }
}
