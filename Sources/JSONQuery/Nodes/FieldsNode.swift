import JSONParsing

/// `.a.b.c`: members of members of the input.
final class FieldsNode: Node {
    /// At least one.
    let keys: [String]
    /// What an array gives out has an owner more for the time being; most nodes have one key.
    private let firstKey: String

    init(_ keys: [String]) {
        self.keys = keys
        firstKey = keys[0]
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var value = try Access.field(input, firstKey)
        guard keys.count > 1 else { return value }
        for place in 1..<keys.count { value = try Access.field(value, keys[place]) }
        return value
    }

    func step(_ machine: inout Machine) throws {
        for key in keys {
            try machine.extendTrail(by: .string(key))
            machine.value = try Access.field(machine.value, key)
        }
        machine.deliver()
    }
}
