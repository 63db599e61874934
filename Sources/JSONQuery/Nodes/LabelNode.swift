import JSONParsing

/// `label $name | body`
final class LabelNode: Node {
    private let body: any Node

    init(_ body: any Node) { self.body = body }

    var isSingle: Bool { false }
    var isSimple: Bool { body.isSimple }

    func step(_ machine: inout Machine) throws {
        machine.evaluate(body, Scope(label: machine.height, in: machine.scope))
    }
}

/// `break $name`: gives up all choice points since the label.
final class ExitNode: Node {
    private let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { false }
    /// Only the machine that the label was set on can go back to it.
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws {
        if case .label(let height)? = machine.scope.ancestor(levels)?.content { machine.cut(to: height) }
        machine.backtrack()
    }
}
