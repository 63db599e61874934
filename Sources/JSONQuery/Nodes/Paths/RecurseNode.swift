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
    private var levels: [(children: Children, trail: Trail)] = []
    private let root: JSONValue
    private let rootTrail: Trail
    private let frame: Frame?
    private var isStarted = false

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
            value = levels[last].children.next()
            trail = try levels[last].children.lastTrail(after: levels[last].trail)
            if levels[last].children.isAtEnd { levels.removeLast() }
        }
        isStarted = true
        try machine.run.chargeLook(into: value)
        if let children = try Children(of: value), !children.isAtEnd { levels.append((children, trail)) }
        if levels.isEmpty { machine.popFork() }
        machine.restore(frame)
        machine.trail = trail
        machine.deliver(value)
    }
}
