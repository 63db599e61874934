import Synchronization

/// What all programs of a run of a pipeline share: a memory limit, a stop flag, perhaps a fixed clock, and the receiver of their messages.
///
/// Programs find it as a task-local value, the only one of the house. To pass it, each node of the evaluation would need a parameter, and
/// so would the methods of stages, sinks and options that run programs. Programs check it at intervals, not at their start, so that short
/// programs pay nothing. Cancelling tasks is not enough: that needs a free thread, and programs may occupy all of them.
package struct QueryContext: Sendable {
    /// The context of this task.
    @TaskLocal package static var current: QueryContext?

    /// A class, because all tasks of a run share it.
    private final class StopFlag: Sendable {
        let isSet = Atomic(false)
    }

    /// Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    let maxMemory: Int?
    /// The time that `now` gives, in seconds since 1970; nil for that of the system.
    let now: Double?
    /// Receives the messages of `debug` and `stderr` with the host of the program; nil where nothing shows them.
    package private(set) var log: (@Sendable (_ message: String, _ host: any QueryHost) -> Void)?
    private let stopFlag = StopFlag()

    /// - Parameters:
    ///   - maxMemory: Bytes that one run of a program may use, its input not counted; nil: what its limits say.
    ///   - now: A fixed time in seconds since 1970; nil for that of the system.
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
