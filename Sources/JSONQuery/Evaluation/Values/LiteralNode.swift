import JSONParsing

/// `.`
final class IdentityNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { input }
    func step(_ machine: inout Machine) throws { machine.deliver() }
}

/// A literal of the program.
final class LiteralNode: Node {
    let literal: JSONValue

    init(_ literal: JSONValue) { self.literal = literal }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { literal }

    /// As in jq, a number of the program is never the number that it replaces.
    func step(_ machine: inout Machine) throws {
        machine.deliver(computed: literal)
        if literal.kind == .number, !machine.tracedPath.isOff { machine.tracedPath = .lost }
    }
}

/// `$name`
final class VariableNode: Node {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { scope.value(levels) }
}
