import JSONParsing

/// A compiled expression of a program.
///
/// * A *single* node has exactly one output: ``value(of:_:_:)`` returns it, on the caller's stack.
/// * A *simple* node has any number of outputs: ``each(_:_:_:_:)`` may find them on the caller's stack. The recursion is as deep as the
///   program is nested, which parser and compiler limit. A long pipe recurses only while much of the stack is free.
/// * A ``QueryMachine`` runs every other node, such as a function call, by ``step(_:)``, with continuations and choice points on the heap.
///
/// Every node has ``step(_:)``. The other methods are fast paths, and `FastPathTests` compares the results. Without any of them, jobs over
/// a file of e-mail threads take 5 to 47 % more instructions (Benchmarks/README.md has a figure for each).
protocol Node: AnyObject, Sendable {
    /// Whether the node has exactly one output or an error. A single node is simple as well.
    var isSingle: Bool { get }
    /// Whether no call in this node leads back to it or to unknown code, so that the recursion on the stack is finite.
    var isSimple: Bool { get }
    /// The output. Called only if the node is single.
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue
    /// Replaces the input by the output. Called only if the node is single. Nodes that can change their input in place override it.
    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws
    /// Calls `body` for each output until it returns false: on the stack if the node is simple, otherwise on a machine of its own.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws
    /// One step: delivers a value, continues with another node, or backtracks.
    func step(_ machine: inout QueryMachine) throws
    /// Whether the outputs are places inside the input, and how ``visit(_:_:_:_:)`` finds them.
    var pathForm: PathForm { get }
    /// Moves the cursor to the place of each output, as `path(f)` names them, and calls `body` there until it returns false.
    ///
    /// - Returns: Whether further places are wanted: what `body` returned last.
    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
}

extension Node {
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        var machine = QueryMachine(self, input, scope, budget)
        return try machine.next() ?? .null
    }

    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws {
        value = try self.value(of: value, scope, budget)
    }

    /// The step of a node that computes its output: the output has no path.
    func step(_ machine: inout QueryMachine) throws {
        machine.deliver(computed: try value(of: machine.value, machine.scope, machine.budget))
    }

    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        if isSingle {
            _ = try body(try value(of: input, scope, budget))
            return
        }
        try eachOnMachine(input, scope, budget, body)
    }

    /// Calls `body` for each output of a machine of its own, until it returns false.
    func eachOnMachine(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool)
        throws
    {
        var machine = QueryMachine(self, input, scope, budget)
        while let output = try machine.next() {
            guard try body(output) else { return }
        }
    }

    var pathForm: PathForm { .computed }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        try visitOnMachine(&cursor, scope, budget, body)
    }

    /// Visits the places on a machine of its own, which traces their paths.
    func visitOnMachine(
        _ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        // A single path is found before the value changes. If there are several, the later ones are found in the original value.
        if isSingle, !cursor.isReading {
            guard let path = try tracedPath(cursor.source, scope, budget) else { return true }
            return try cursor.enter(path, budget, body)
        }
        cursor.keepOriginal()
        var machine = QueryMachine(self, cursor.source, scope, budget)
        machine.tracedPath = .at(nil)
        while let output = try machine.next() {
            guard try cursor.enter(try machine.tracedKeys(), original: output, budget, body) else { return false }
        }
        return true
    }

    /// The path of the first output; nil if there is none.
    private func tracedPath(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> [JSONValue]? {
        var machine = QueryMachine(self, input, scope, budget)
        machine.tracedPath = .at(nil)
        return try machine.next() == nil ? nil : try machine.tracedKeys()
    }
}

/// A node of a program that is compiled without fast paths: of the node inside, only ``Node/step(_:)`` is ever called.
///
/// It reports to be neither single nor simple. So the compiler binds it to a variable where an operand has to be single, and every node
/// around it uses its general form.
final class MachineOnlyNode: Node {
    private let node: any Node

    init(_ node: any Node) { self.node = node }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout QueryMachine) throws { try node.step(&machine) }
}
