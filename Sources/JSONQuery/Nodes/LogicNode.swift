import JSONParsing

extension JSONValue {
    /// Whether conditions take the value for true: all but null and false.
    var isTruthy: Bool {
        switch kind {
        case .null: false
        case .boolean: bool == true
        default: true
        }
    }
}

/// `a and b`, `a or b`; both sides are single.
final class LogicNode: Node {
    private let isAnd: Bool
    private let left: any Node
    private let right: any Node

    init(isAnd: Bool, _ left: any Node, _ right: any Node) {
        self.isAnd = isAnd
        self.left = left
        self.right = right
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        if try left.value(of: input, scope, run).isTruthy != isAnd { return .bool(!isAnd) }
        return .bool(try right.value(of: input, scope, run).isTruthy)
    }
}

/// Whether the input counts as true.
final class TruthNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue { .bool(input.isTruthy) }
}

/// `if c then a else b end`; the condition is single.
final class ConditionNode: Node {
    private let condition: any Node
    private let yes: any Node
    private let no: any Node
    let isSingle: Bool
    let isSimple: Bool

    init(_ condition: any Node, _ yes: any Node, _ no: any Node) {
        self.condition = condition
        self.yes = yes
        self.no = no
        isSingle = yes.isSingle && no.isSingle
        isSimple = yes.isSimple && no.isSimple
    }

    private func branch(_ input: JSONValue, _ scope: Scope?, _ run: Run) throws -> any Node {
        try condition.value(of: input, scope, run).isTruthy ? yes : no
    }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try branch(input, scope, run).value(of: input, scope, run)
    }

    func transform(_ value: inout JSONValue, _ scope: Scope?, _ run: Run) throws {
        try branch(value, scope, run).transform(&value, scope, run)
    }

    func step(_ machine: inout Machine) throws {
        machine.evaluate(try branch(machine.value, machine.scope, machine.run))
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (JSONValue) throws -> Bool) throws {
        let branch = try branch(input, scope, run)
        if branch is EmptyNode { return }
        try branch.each(input, scope, run, body)
    }
}
