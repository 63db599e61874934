import JSONParsing

/// `.`
final class IdentityNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { input }
    func step(_ machine: inout Machine) throws { machine.deliver() }
}
