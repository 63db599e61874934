import JSONParsing

/// One link of the continuation: it receives the next output. A class, because choice points share the rest of the chain.
class ContinuationFrame {
    private(set) var next: ContinuationFrame?
    let depth: Int

    init(next: ContinuationFrame?) {
        self.next = next
        depth = (next?.depth ?? 0) + 1
    }

    /// Releases a long continuation link by link, because ARC would release it recursively.
    deinit {
        var link = next
        next = nil
        while isKnownUniquelyReferenced(&link) { link = link?.detach() }
    }

    private final func detach() -> ContinuationFrame? {
        defer { next = nil }
        return next
    }

    /// Receives the machine's value. The machine has already removed this frame.
    func resume(_ machine: inout QueryMachine) throws {}

    /// Handles an error raised inside this frame.
    ///
    /// - Returns: Whether the frame caught the error and has set the machine to continue.
    func recover(from error: QueryRuntimeError, _ machine: inout QueryMachine) -> Bool { false }
}

/// Throws an error at the first output.
final class FailureFrame: ContinuationFrame {
    private let failure: QueryRuntimeError

    init(_ failure: QueryRuntimeError, next: ContinuationFrame?) {
        self.failure = failure
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws { throw failure }
}

/// A place to which the machine backtracks for further outputs. It removes itself from the stack with its last output.
///
/// A choice point owns its continuation. A frame refers to its choice point `unowned`, because ARC would release a long chain of owners
/// recursively. The machine resumes such a frame only while the choice point is on the stack.
class ChoicePoint {
    /// ``QueryBudget/unheldBytes`` when the choice point was made. Backtracking releases what the program has built since.
    final var mark = 0

    func resume(_ machine: inout QueryMachine) throws {}
}

/// A choice point that continues with the input of its node.
class InputChoicePoint: ChoicePoint {
    final let scope: RuntimeScope?
    final let frame: ContinuationFrame?
    private let input: JSONValue
    private let tracedPath: TracedPath

    init(_ machine: borrowing QueryMachine) {
        input = machine.value
        tracedPath = machine.tracedPath
        scope = machine.scope
        frame = machine.frame
    }

    /// Sets the machine to the input, its path and the continuation of the node.
    final func restoreInput(_ machine: inout QueryMachine) {
        machine.value = input
        machine.tracedPath = tracedPath
        machine.restore(frame)
    }
}
