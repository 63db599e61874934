import JSONParsing

/// `.[key]` of the input. The key runs on the same input; the compiler binds keys that run on another input to variables.
final class IndexNode: Node {
    let key: any Node
    let isOptional: Bool

    /// - Parameter key: A single node.
    init(key: any Node, isOptional: Bool) {
        self.key = key
        self.isOptional = isOptional
    }

    var isSingle: Bool { !isOptional }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try ValueAccess.index(input, try key.value(of: input, scope, budget), budget)
    }

    /// For the measured gain, see ``TryNode``. A name is skipped in a value without members, without the cost of an error.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        let key = try key.value(of: input, scope, budget)
        if isOptional, key.kind == .string, input.kind != .object, input.kind != .null { return }
        let found: JSONValue
        do {
            found = try ValueAccess.index(input, key, budget)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            return
        }
        _ = try body(found)
    }

    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        let key = try key.value(of: cursor.source, scope, budget)
        if isOptional, try !ValueAccess.canIndex(cursor.source, key, budget) { return true }
        return try cursor.enter(key, budget, body)
    }

    func step(_ machine: inout QueryMachine) throws {
        let key = try key.value(of: machine.value, machine.scope, machine.budget)
        do {
            let found = try ValueAccess.index(machine.value, key, machine.budget)
            try machine.extendTracedPath(by: key)
            machine.deliver(found)
        } catch let error as QueryRuntimeError {
            guard isOptional, !error.isLimit else { throw error }
            machine.backtrack()
        }
    }
}

/// `.a.b.c`, `$name.a.b.c`: members of members of the input or of a variable.
///
/// Gain of being single: 20 % of `.messages[] | {id: (.id // "none"), …}`, and 16 % of the export run t2 (Benchmarks/README.md). Several
/// keys in one node gain 1.9 % of t2, a variable in the node 0.9 %. These two stay because the instruction counts of the export runs are
/// fixed within 1 %.
final class FieldsNode: Node {
    /// The keys of the path, at least one.
    let keys: [String]
    /// Distance in scopes to the variable; nil if the members are the input's.
    let variable: Int?
    /// The first of `keys`, kept apart: reading it from the array would need a retain, and most nodes have one key.
    private let firstKey: String
    private let path: [JSONValue]

    init(_ keys: [String], of variable: Int? = nil) {
        self.keys = keys
        self.variable = variable
        firstKey = keys[0]
        path = keys.map { .string($0) }
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        if budget.hasScannedMuch { return try lookedUp(in: input, scope, budget) }
        var bytes = 0
        var value =
            if let variable {
                try scope?.field(firstKey, ofVariable: variable, scannedBytes: &bytes) ?? .null
            } else {
                try ValueAccess.field(input, firstKey, scannedBytes: &bytes)
            }
        if keys.count > 1 { for place in 1..<keys.count { value = try ValueAccess.field(value, keys[place], scannedBytes: &bytes) } }
        if bytes >= QueryBudget.longText {
            try budget.charge(bytes: bytes)
            if bytes >= DecodedTextCache.leastBytes { budget.hasScannedMuch = true }
        }
        return value
    }

    /// The value, looked up through ``QueryBudget/decodedTexts``.
    private func lookedUp(in input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = variable.map { scope.value($0) } ?? input
        for key in keys { value = try ValueAccess.field(try budget.looked(into: value), key) }
        return value
    }

    var pathForm: PathForm { variable == nil ? .places : .computed }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        guard variable == nil else { return try visitOnMachine(&cursor, scope, budget, body) }
        if path.count == 1 { return try cursor.enter(path[0], budget, body) }
        return try cursor.enter(path, budget, body)
    }

    func step(_ machine: inout QueryMachine) throws {
        if let variable { machine.deliver(computed: machine.scope.value(variable)) }
        for key in keys {
            try machine.extendTracedPath(by: .string(key))
            var bytes = 0
            machine.value = try ValueAccess.field(machine.value, key, scannedBytes: &bytes)
            if bytes >= QueryBudget.longText { try machine.budget.charge(bytes: bytes) }
        }
        machine.deliver()
    }
}
