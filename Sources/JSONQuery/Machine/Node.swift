import JSONParsing

/// A compiled piece of a program.
///
/// What yields exactly one output is evaluated by ``value(of:_:_:)`` on the caller's stack, and simple nodes with any number of outputs
/// by ``each(_:_:_:_:)``. That recurses as deep as the program is nested, which the parser and the compiler limit, and as its pipes are
/// long, as far as there is plenty of stack.
/// Everything else, calls above all, is carried out by a ``Machine`` step by step, with continuations and choice points on the heap.
protocol Node: AnyObject, Sendable {
    /// Whether there is exactly one output (or an error), found by ``value(of:_:_:)``. It follows that the node is simple.
    var isSingle: Bool { get }
    /// Whether no call in this node can lead back to it or to unknown code, so that evaluating it on the stack ends.
    var isSimple: Bool { get }
    /// The output. Called only if the node is single.
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue
    /// Replaces the input by the output. Called only if the node is single. Saves a copy where the input can be changed in place.
    func transform(_ value: inout JSONValue, _ scope: Scope?, _ run: Run) throws
    /// Calls `body` for each output until it returns false: on the stack if the node is simple, otherwise on a machine of its own.
    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws
    /// One step: delivers a value, goes on to another node, or backtracks.
    func step(_ machine: inout Machine) throws
}

extension Node {
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var machine = Machine(self, input, scope, run)
        return try machine.next() ?? .null
    }

    func transform(_ value: inout JSONValue, _ scope: Scope?, _ run: Run) throws {
        value = try self.value(of: value, scope, run)
    }

    /// For nodes that compute: the value is delivered, and it is at no path.
    func step(_ machine: inout Machine) throws {
        machine.deliver(computed: try value(of: machine.value, machine.scope, machine.run))
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        if isSingle {
            _ = try body(try value(of: input, scope, run))
            return
        }
        try eachOnMachine(input, scope, run, body)
    }

    /// Calls `body` for each output of a machine of its own, until it returns false.
    func eachOnMachine(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        var machine = Machine(self, input, scope, run)
        while let output = try machine.next() {
            guard try body(output) else { return }
        }
    }
}
