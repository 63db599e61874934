import JSONParsing

/// `.`
final class IdentityNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue { input }
    func transform(_ value: inout JSONValue, _ scope: Scope?, _ run: Run) throws {}
    func step(_ machine: inout Machine) throws { machine.deliver() }
}

/// `empty`
final class EmptyNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }
    func step(_ machine: inout Machine) throws { machine.backtrack() }
}

/// A value that the program spells.
final class LiteralNode: Node {
    let literal: JSONValue

    init(_ literal: JSONValue) { self.literal = literal }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue { literal }
}

/// `$name`
final class VariableNode: Node {
    private let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue { scope.value(levels) }
}

/// A computation that needs its input and single arguments, such as `ascii_downcase` or `ltrimstr($x)`.
final class NativeNode: Node {
    private let function: @Sendable (JSONValue, [JSONValue], Run) throws -> JSONValue
    private let arguments: [any Node]
    let isSingle: Bool

    init(_ arguments: [any Node], _ function: @escaping @Sendable (JSONValue, [JSONValue], Run) throws -> JSONValue) {
        self.function = function
        self.arguments = arguments
        isSingle = arguments.allSatisfy(\.isSingle)
    }

    var isSimple: Bool { isSingle }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try run.charge(for: input)
        let output = try function(input, arguments.isEmpty ? [] : try arguments.map { try $0.value(of: input, scope, run) }, run)
        // Some put what they get into new containers, such as `to_entries`.
        if output.isBuiltContainer { try run.checkDepth(of: output) }
        return output
    }
}
