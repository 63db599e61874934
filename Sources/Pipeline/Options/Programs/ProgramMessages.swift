internal import Synchronization

/// Takes the messages that programs log with `debug`: those of a batch wait until the batch is next in order, others go to the journal at
/// once. A class, because programs find it as a task-local value.
final class ProgramMessages: Sendable {
    /// The messages of this task; nil where no pipeline runs.
    @TaskLocal static var current: ProgramMessages?

    /// Limit of messages that wait for their batch. Further ones are only counted.
    private static let maxWaiting = 1_000

    private let waiting = Mutex<[RunWarning]>([])
    /// Receives messages at once; nil if they wait.
    private let receive: (@Sendable (RunWarning) -> Void)?

    /// - Parameter receive: Receives the messages at once; nil if they wait for ``drain()``.
    init(receive: (@Sendable (RunWarning) -> Void)? = nil) { self.receive = receive }

    func add(_ message: RunWarning) {
        if let receive { return receive(message) }
        waiting.withLock { waiting in
            if waiting.count < Self.maxWaiting { waiting.append(message) } else { waiting[Self.maxWaiting - 1].count += 1 }
        }
    }

    /// Removes and returns the messages that wait.
    func drain() -> [RunWarning] {
        waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
    }
}
