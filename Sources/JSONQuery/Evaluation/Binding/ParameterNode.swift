import JSONParsing

/// A call of a parameter.
final class ParameterNode: Node {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws {
        guard case .closure(let closure)? = machine.scope.ancestor(levels)?.content else { return machine.backtrack() }
        machine.evaluate(closure.node, closure.scope)
    }
}
