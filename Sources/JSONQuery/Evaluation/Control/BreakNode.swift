import JSONParsing

/// `break $name`: removes all choice points since the label.
final class BreakNode: Node {
    private let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { false }
    /// Not simple, because only the machine that runs the label can backtrack to it.
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws {
        if case .label(let choicePointCount)? = machine.scope.ancestor(levels)?.content { machine.cut(to: choicePointCount) }
        machine.backtrack()
    }
}
