/// A choice point: where the machine goes on for further outputs. It takes itself off the stack with its last one.
///
/// A choice point holds its continuation. A frame that needs a choice point refers to it without holding it, or releasing long
/// continuations would recurse; such a frame is only resumed while its choice point is on the stack.
class ChoicePoint {
    /// What was loose in the run when the choice point was made. What was built since is forgotten when the machine comes back here.
    final var mark = 0

    func resume(_ machine: inout Machine) throws {}
}
