import JSONParsing

/// A choice point that continues with the input of its node.
class InputChoicePoint: ChoicePoint {
    final let scope: Scope?
    final let frame: Frame?
    private let input: JSONValue
    private let tracedPath: TracedPath

    init(_ machine: borrowing Machine) {
        input = machine.value
        tracedPath = machine.tracedPath
        scope = machine.scope
        frame = machine.frame
    }

    /// Sets the machine to the input, its path and the continuation of the node.
    final func restoreInput(_ machine: inout Machine) {
        machine.value = input
        machine.tracedPath = tracedPath
        machine.restore(frame)
    }
}
