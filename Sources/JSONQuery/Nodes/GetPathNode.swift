import JSONParsing

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
