import JSONParsing

/// `..`: the input and all values in it, in pre-order.
final class RecurseNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        if case .lost = machine.tracedPath {
            throw QueryRuntimeError("Invalid path expression near attempt to iterate through \(ValueText.shortened(machine.value))")
        }
        let choicePoint = RecurseChoicePoint(machine)
        try machine.push(choicePoint)
        try choicePoint.resume(&machine)
    }
}

private final class RecurseChoicePoint: ChoicePoint {
    /// Open containers, the innermost last.
    private var levels: [(children: Children, tracedPath: TracedPath)] = []
    private let root: JSONValue
    private let rootPath: TracedPath
    private let frame: Frame?
    private var isStarted = false

    init(_ machine: borrowing Machine) {
        root = machine.value
        rootPath = machine.tracedPath
        frame = machine.frame
    }

    override func resume(_ machine: inout Machine) throws {
        var value = root
        var tracedPath = rootPath
        if isStarted {
            guard let last = levels.indices.last else {
                machine.popChoicePoint()
                return machine.backtrack()
            }
            value = levels[last].children.next()
            tracedPath = try levels[last].children.lastPath(after: levels[last].tracedPath)
            if levels[last].children.isAtEnd { levels.removeLast() }
        }
        isStarted = true
        try machine.run.chargeLook(into: value)
        if let children = try Children(of: value, machine.run), !children.isAtEnd { levels.append((children, tracedPath)) }
        if levels.isEmpty { machine.popChoicePoint() }
        machine.restore(frame)
        machine.tracedPath = tracedPath
        machine.deliver(value)
    }
}
