/// A place to which the machine backtracks for further outputs. It removes itself from the stack with its last output.
///
/// A choice point owns its continuation. A frame refers to its choice point `unowned`, because ARC would release a long chain of owners
/// recursively. The machine resumes such a frame only while the choice point is on the stack.
class ChoicePoint {
    /// ``QueryBudget/unheldBytes`` when the choice point was made. Backtracking releases what the program has built since.
    final var mark = 0

    func resume(_ machine: inout Machine) throws {}
}
