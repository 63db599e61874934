import JSONParsing

/// `.a.b.c`: members of members of the input.
final class FieldsNode: Node {
    let keys: [String]

    init(_ keys: [String]) { self.keys = keys }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var value = try Access.field(input, keys[0])
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
