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
