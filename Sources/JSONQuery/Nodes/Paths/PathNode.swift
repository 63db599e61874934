import JSONParsing

/// `path(f)`: where the outputs of `f` are.
final class PathNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        try machine.push(PathFrame(machine))
        machine.tracedPath = .at(nil)
        machine.evaluate(body)
    }
}

private final class PathFrame: Frame {
    private let recordsPaths: Bool

    init(_ machine: borrowing Machine) {
        recordsPaths = !machine.tracedPath.isOff
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        guard case .at(let last) = machine.tracedPath else {
            throw QueryRuntimeError("Invalid path expression with result \(ValueText.shortened(machine.value))")
        }
        machine.tracedPath = recordsPaths ? .lost : .off
        machine.deliver(.array(try TracedPathStep.keys(to: last, machine.run)))
    }
}
