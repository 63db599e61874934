import JSONParsing

/// `empty`
final class EmptyNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }
    func step(_ machine: inout Machine) throws { machine.backtrack() }
}
