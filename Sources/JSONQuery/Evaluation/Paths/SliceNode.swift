import JSONParsing

/// `.[from:to]` of the input; the bounds are literals or variables.
final class SliceNode: Node {
    private let from: any Node
    private let to: any Node
    let isOptional: Bool

    init(from: any Node, to: any Node, isOptional: Bool) {
        self.from = from
        self.to = to
        self.isOptional = isOptional
    }

    var isSingle: Bool { !isOptional }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try Access.slice(input, try from.value(of: .null, scope, run), try to.value(of: .null, scope, run), run)
    }

    /// The object that stands for the slice in a path.
    func key(_ scope: Scope?, _ run: Run) throws -> JSONValue {
        Access.sliceKey(try from.value(of: .null, scope, run), try to.value(of: .null, scope, run))
    }

    var pathForm: PathForm { .slice }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ run: Run, _ body: (inout PathCursor) throws -> Bool) throws -> Bool {
        let key = try key(scope, run)
        if isOptional, try !Access.canIndex(cursor.source, key, run) { return true }
        return try cursor.enter(key, run, body)
    }

    func step(_ machine: inout Machine) throws {
        let from = try from.value(of: .null, machine.scope, machine.run)
        let to = try to.value(of: .null, machine.scope, machine.run)
        do {
            let found = try Access.slice(machine.value, from, to, machine.run)
            try machine.extendTracedPath(by: Access.sliceKey(from, to))
            machine.deliver(found)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            machine.backtrack()
        }
    }
}
