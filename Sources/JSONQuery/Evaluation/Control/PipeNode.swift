import JSONParsing

/// `a | b | c`
final class PipeNode: Node {
    let stages: [any Node]
    let isSingle: Bool
    let isSimple: Bool
    /// The stages for evaluation on the stack; nil if they are single or not simple.
    private let section: PipeSection?
    /// The leading stages that a cursor can visit, and a pipe of the others.
    private let places: PlaceStages

    init(_ stages: [any Node], isForMachine: Bool = false) {
        self.stages = stages
        isSingle = stages.allSatisfy(\.isSingle)
        isSimple = stages.allSatisfy(\.isSimple)
        section = isSimple && !isSingle && !isForMachine ? PipeSection(stages[...]) : nil
        places = PlaceStages(stages, isForMachine: isForMachine)
    }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = try stages[0].value(of: input, scope, budget)
        for place in 1..<stages.count { try stages[place].transform(&value, scope, budget) }
        return value
    }

    /// Gain: 98 % of `reduce range(3000) as $x ([]; . + [$x] | . + [1])`: the array changes in place.
    func transform(_ value: inout JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        for stage in stages { try stage.transform(&value, scope, budget) }
    }

    var pathForm: PathForm { places.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        try places.visit(from: 0, &cursor, scope, budget, body)
    }

    func step(_ machine: inout Machine) throws { try go(from: 0, &machine) }

    fileprivate func go(from place: Int, _ machine: inout Machine) throws {
        var place = place
        // Gain: 17 % of `[] | until(length >= 3000; . + [1])`, 19 % of `[limit(5000; 0 | recurse(. + 1))]`.
        while machine.tracedPath.isOff, place < stages.count - 1, stages[place].isSingle {
            try stages[place].transform(&machine.value, machine.scope, machine.budget)
            place += 1
        }
        if place < stages.count - 1 {
            try machine.push(PipeFrame(self, next: place + 1, machine))
        }
        machine.evaluate(stages[place])
    }

    /// Gain: see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        if isSingle {
            _ = try body(try value(of: input, scope, budget))
        } else if let section {
            _ = try section.each(input, scope, budget, body)
        } else {
            try eachOnMachine(input, scope, budget, body)
        }
    }
}

private final class PipeFrame: Frame {
    private let node: PipeNode
    private let place: Int
    private let scope: Scope?

    init(_ node: PipeNode, next place: Int, _ machine: borrowing Machine) {
        self.node = node
        self.place = place
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout Machine) throws {
        machine.scope = scope
        try node.go(from: place, &machine)
    }
}
