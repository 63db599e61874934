import JSONParsing

/// `break $name`: gives up all choice points since the label.
final class BreakNode: Node {
    private let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { false }
    /// Only the machine that the label was set on can go back to it.
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws {
        if case .label(let choicePointCount)? = machine.scope.ancestor(levels)?.content { machine.cut(to: choicePointCount) }
        machine.backtrack()
    }
}
