import JSONParsing

/// `label $name | body`
final class LabelNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        machine.evaluate(body, Scope(label: machine.choicePointCount, in: machine.scope))
    }
}
