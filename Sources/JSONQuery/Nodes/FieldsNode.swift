import JSONParsing

/// `.a.b.c`, `$name.a.b.c`: members of members of the input or of a variable.
final class FieldsNode: Node {
    /// At least one.
    let keys: [String]
    /// How many scopes up the variable is; nil if the members are the input's.
    let variable: Int?
    /// What an array gives out has an owner more for the time being; most nodes have one key.
    private let firstKey: String

    init(_ keys: [String], of variable: Int? = nil) {
        self.keys = keys
        self.variable = variable
        firstKey = keys[0]
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var value: JSONValue
        if let variable {
            value = try scope?.field(firstKey, ofVariable: variable, run) ?? .null
        } else {
            value = try Access.field(input, firstKey, run)
        }
        guard keys.count > 1 else { return value }
        for place in 1..<keys.count {
            value = try Access.field(value, keys[place], run)
        }
        return value
    }

    func step(_ machine: inout Machine) throws {
        if let variable { machine.deliver(computed: machine.scope.value(variable)) }
        for key in keys {
            try machine.extendTrail(by: .string(key))
            machine.value = try Access.field(machine.value, key, machine.run)
        }
        machine.deliver()
    }
}
