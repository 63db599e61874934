import JSONParsing

/// `..`: the input, and all that it contains, each before what it contains itself.
final class RecurseNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        if case .lost = machine.trail {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        let fork = RecurseFork(machine)
        try machine.push(fork)
        try fork.resume(&machine)
    }
}

private final class RecurseFork: Fork {
    /// Containers that are being gone through, the innermost last.
    private var levels: [Level] = []
    private let root: JSONValue
    private let rootTrail: Trail
    private let frame: Frame?
    private var isStarted = false

    private struct Level {
        let elements: [JSONValue]
        let object: JSONObject?
        let trail: Trail
        var place = 0
        var count: Int { object?.count ?? elements.count }
    }

    init(_ machine: borrowing Machine) {
        root = machine.value
        rootTrail = machine.trail
        frame = machine.frame
    }

    override func resume(_ machine: inout Machine) throws {
        var value = root
        var trail = rootTrail
        if isStarted {
            guard let last = levels.indices.last else {
                machine.popFork()
                return machine.backtrack()
            }
            let place = levels[last].place
            levels[last].place += 1
            value = levels[last].object?[place].value ?? levels[last].elements[place]
            trail = levels[last].trail
            if case .at(let step) = trail {
                let key: JSONValue = levels[last].object.map { .string($0[place].key) } ?? .number(JSONNumber(place))
                trail = .at(try TrailStep(key, after: step))
            }
            if levels[last].place == levels[last].count { levels.removeLast() }
        }
        isStarted = true
        switch try value.decoded() {
        case .array(let elements) where !elements.isEmpty: levels.append(Level(elements: elements, object: nil, trail: trail))
        case .object(let object) where !object.isEmpty: levels.append(Level(elements: [], object: object, trail: trail))
        default: break
        }
        if levels.isEmpty { machine.popFork() }
        machine.restore(frame)
        machine.trail = trail
        machine.deliver(value)
    }
}
