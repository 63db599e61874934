/// A choice point: where the machine goes on for further outputs. It takes itself off the stack with its last one.
class Fork {
    func resume(_ machine: inout Machine) throws {}
}
