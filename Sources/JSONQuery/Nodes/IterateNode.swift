import JSONParsing

/// `.[]` of the input.
final class IterateNode: Node {
    private let isOptional: Bool

    init(isOptional: Bool) { self.isOptional = isOptional }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        if case .lost = machine.trail {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        let fork: IterateFork
        switch try machine.value.decoded() {
        case .array(let elements): fork = IterateFork(elements: elements, machine)
        case .object(let object): fork = IterateFork(object: object, machine)
        default:
            guard isOptional else { throw Access.cannotIterate(machine.value) }
            return machine.backtrack()
        }
        guard fork.count > 0 else { return machine.backtrack() }
        try machine.push(fork)
        try fork.resume(&machine)
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (JSONValue) throws -> Bool) throws {
        switch try input.decoded() {
        case .array(let elements):
            for element in elements {
                try run.step()
                guard try body(element) else { return }
            }
        case .object(let object):
            for member in object {
                try run.step()
                guard try body(member.value) else { return }
            }
        default: if !isOptional { throw Access.cannotIterate(input) }
        }
    }
}

/// The elements or members that are still to come.
private final class IterateFork: Fork {
    private let elements: [JSONValue]
    private let object: JSONObject?
    private let frame: Frame?
    private let trail: Trail
    private var place = 0
    let count: Int

    init(elements: [JSONValue], _ machine: borrowing Machine) {
        self.elements = elements
        object = nil
        count = elements.count
        frame = machine.frame
        trail = machine.trail
    }

    init(object: JSONObject, _ machine: borrowing Machine) {
        elements = []
        self.object = object
        count = object.count
        frame = machine.frame
        trail = machine.trail
    }

    override func resume(_ machine: inout Machine) throws {
        let index = place
        place += 1
        if place == count { machine.popFork() }
        machine.restore(frame)
        if case .at(let last) = trail {
            machine.trail = .at(try TrailStep(object.map { .string($0[index].key) } ?? .number(JSONNumber(index)), after: last))
        } else {
            machine.trail = trail
        }
        machine.deliver(object?[index].value ?? elements[index])
    }
}
