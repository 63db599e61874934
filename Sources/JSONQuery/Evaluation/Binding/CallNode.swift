import JSONParsing

/// A call of a function that is not inlined because it is recursive or too large.
final class CallNode: Node {
    enum Argument: Sendable {
        /// A program. `parameter` is the distance in scopes to the caller's own parameter if it is passed on; it needs no new closure.
        case closure(any Node, parameter: Int?)
        /// A value, the output of a single node.
        case value(any Node)
    }

    private let function: CompiledFunction
    /// Distance in scopes to the definition; nil for a built-in function, which sees no scope.
    private let levels: Int?
    private let arguments: [Argument]

    init(_ function: CompiledFunction, levels: Int?, _ arguments: [Argument]) {
        self.function = function
        self.levels = levels
        self.arguments = arguments
    }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout QueryMachine) throws {
        guard let body = function.body else { return machine.backtrack() }
        let caller = machine.scope
        var scope = levels.map { caller.ancestor($0) } ?? nil
        for argument in arguments {
            switch argument {
            case .closure(_, let parameter?):
                guard case .closure(let closure)? = caller.ancestor(parameter)?.content else { continue }
                scope = try RuntimeScope(closure, in: scope)
            case .closure(let node, nil): scope = try RuntimeScope(Closure(node: node, scope: caller), in: scope)
            case .value(let node): scope = RuntimeScope(try node.value(of: machine.value, caller, machine.budget), in: scope)
            }
        }
        machine.evaluate(body, scope)
    }
}

/// A call of a parameter inside a function, such as `f` in `def map(f): [.[] | f];`.
final class ParameterNode: Node {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout QueryMachine) throws {
        guard case .closure(let closure)? = machine.scope.ancestor(levels)?.content else { return machine.backtrack() }
        machine.evaluate(closure.node, closure.scope)
    }
}

/// Runs a node in an enclosing scope, the one that it was compiled for.
final class EnclosingScopeNode: Node {
    let levels: Int
    let node: any Node

    let isSingle: Bool
    let isSimple: Bool

    init(levels: Int, _ node: any Node) {
        self.levels = levels
        self.node = node
        isSingle = node.isSingle
        isSimple = node.isSimple
    }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try node.value(of: input, scope.ancestor(levels), budget)
    }

    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        try node.each(input, scope.ancestor(levels), budget, body)
    }

    func step(_ machine: inout QueryMachine) throws { machine.evaluate(node, machine.scope.ancestor(levels)) }
}

/// A call of a built-in function with single arguments, such as `ascii_downcase` or `ltrimstr($x)`.
final class NativeNode: Node {
    private let function: @Sendable (JSONValue, [JSONValue], QueryBudget) throws -> JSONValue
    /// Whether the function reads only a part of its input, or charges for reading it. It receives large inputs undecoded.
    private let looksOnly: Bool
    private let arguments: [any Node]
    let isSingle: Bool

    init(
        _ arguments: [any Node], looksOnly: Bool = false,
        _ function: @escaping @Sendable (JSONValue, [JSONValue], QueryBudget) throws -> JSONValue
    ) {
        self.function = function
        self.looksOnly = looksOnly
        self.arguments = arguments
        isSingle = arguments.allSatisfy(\.isSingle)
    }

    var isSimple: Bool { isSingle }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        if !looksOnly { try budget.charge(for: input) }
        let mark = budget.unheldBytes
        let values = arguments.isEmpty ? [] : try values(of: input, scope, budget)
        let output = try function(looksOnly ? input : try budget.decodedIfLarge(input), values, budget)
        // Some functions nest their input in new containers, such as `to_entries`.
        switch output {
        case .array, .object:
            try budget.chargeResult(output)
            try budget.checkDepth(of: output)
        case .string:
            // Intermediate values are no longer in use, and the output is counted once.
            budget.release(to: mark)
            try budget.chargeResult(output)
        case .null, .bool, .number: budget.release(to: mark)  // intermediate values are no longer in use
        case .text: break
        }
        return output
    }

    /// The values of the arguments. If several fail, the error is that of the last one.
    private func values(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> [JSONValue] {
        if arguments.count == 1 { return [try arguments[0].value(of: input, scope, budget)] }
        return Array(try arguments.reversed().map { try $0.value(of: input, scope, budget) }.reversed())
    }
}
