import JSONParsing

/// A node of a program that is compiled without fast paths: of the node inside, only ``Node/step(_:)`` is ever called.
///
/// It reports to be neither single nor simple. So the compiler binds it to a variable where an operand has to be single, and every node
/// around it uses its general form.
final class SteppedNode: Node {
    private let node: any Node

    init(_ node: any Node) { self.node = node }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws { try node.step(&machine) }
}
