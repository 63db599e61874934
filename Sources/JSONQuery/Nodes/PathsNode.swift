import JSONParsing

/// `path(f)`: where the outputs of `f` are.
final class PathsNode: Node {
    private let body: any Node

    init(_ body: any Node) { self.body = body }

    var isSingle: Bool { false }
    var isSimple: Bool { body.isSimple }

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
        machine.deliver(.array(TrailStep.keys(to: last)))
    }
}

/// `getpath($path)`; the path is a literal or a variable.
final class GetPathNode: Node {
    private let path: any Node

    init(_ path: any Node) { self.path = path }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        let path = try path.value(of: input, scope, run)
        guard path.kind == .array else { throw QueryRuntimeError("Path must be specified as an array") }
        return try PathEditing.get(try Access.array(path), in: input)
    }

    func step(_ machine: inout Machine) throws {
        let path = try path.value(of: machine.value, machine.scope, machine.run)
        guard path.kind == .array else { throw QueryRuntimeError("Path must be specified as an array") }
        let keys = try Access.array(path)
        let found = try PathEditing.get(keys, in: machine.value)
        for key in keys { try machine.extendTrail(by: key) }
        machine.deliver(found)
    }
}
