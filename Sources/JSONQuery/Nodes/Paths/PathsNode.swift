import JSONParsing

/// `path(f)`: where the outputs of `f` are.
final class PathsNode: Node {
    private let body: any Node
    let isSimple: Bool

    init(_ body: any Node) {
        self.body = body
        isSimple = body.isSimple
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws {
        try machine.push(PathsFrame(machine))
        machine.trail = .at(nil)
        machine.evaluate(body)
    }
}

private final class PathsFrame: Frame {
    private let recordsPaths: Bool

    init(_ machine: borrowing Machine) {
        recordsPaths = !machine.trail.isOff
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        guard case .at(let last) = machine.trail else {
            throw QueryRuntimeError("Invalid path expression with result \(ValueText.shortened(machine.value))")
        }
        machine.trail = recordsPaths ? .lost : .off
        machine.deliver(.array(try TrailStep.keys(to: last, machine.run)))
    }
}
