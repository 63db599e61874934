import JSONParsing

/// `a | b | c`
final class PipeNode: Node {
    let stages: [any Node]
    let isSingle: Bool
    let isSimple: Bool
    /// The stages for evaluation on the stack; nil if they are single or not simple.
    private let section: PipeSection?
    /// The leading stages that a cursor can visit, and a pipe of the others.
    private let places: PathPipeStages

    init(_ stages: [any Node], isForMachine: Bool = false) {
        self.stages = stages
        isSingle = stages.allSatisfy(\.isSingle)
        isSimple = stages.allSatisfy(\.isSimple)
        section = isSimple && !isSingle && !isForMachine ? PipeSection(stages[...]) : nil
        places = PathPipeStages(stages, isForMachine: isForMachine)
    }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = try stages[0].value(of: input, scope, budget)
        for place in 1..<stages.count { try stages[place].transform(&value, scope, budget) }
        return value
    }

    /// Saves 98 % of the time of `reduce range(3000) as $x ([]; . + [$x] | . + [1])`: the array changes in place.
    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws {
        for stage in stages { try stage.transform(&value, scope, budget) }
    }

    var pathForm: PathForm { places.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        try places.visit(from: 0, &cursor, scope, budget, body)
    }

    func step(_ machine: inout QueryMachine) throws { try go(from: 0, &machine) }

    fileprivate func go(from place: Int, _ machine: inout QueryMachine) throws {
        var place = place
        // Saves 17 % of the time of `[] | until(length >= 3000; . + [1])`, 19 % of `[limit(5000; 0 | recurse(. + 1))]`.
        while machine.tracedPath.isOff, place < stages.count - 1, stages[place].isSingle {
            try stages[place].transform(&machine.value, machine.scope, machine.budget)
            place += 1
        }
        if place < stages.count - 1 {
            try machine.push(PipeFrame(self, next: place + 1, machine))
        }
        machine.evaluate(stages[place])
    }

    /// For the measured gain, see ``PipeSection``.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        if isSingle {
            _ = try body(try value(of: input, scope, budget))
        } else if let section {
            _ = try section.each(input, scope, budget, body)
        } else {
            try eachOnMachine(input, scope, budget, body)
        }
    }
}

private final class PipeFrame: ContinuationFrame {
    private let node: PipeNode
    private let place: Int
    private let scope: RuntimeScope?

    init(_ node: PipeNode, next place: Int, _ machine: borrowing QueryMachine) {
        self.node = node
        self.place = place
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        machine.scope = scope
        try node.go(from: place, &machine)
    }
}

/// A section of a pipe of simple stages: single stages, the generator after them, and the next section, which receives the generator's
/// outputs.
///
/// A linked list instead of an array: reading a constant property needs no retain, reading an array element does.
///
/// Saves 4.5 % of the time of `.messages[] | select(.content_loaded == false) | {id, from, blurb}`. The fast paths of `.[]`, `if`, `limit`
/// and `range` are of use in such loops only. With them it saves 6.7 % of `.id, .subject, (.messages[] | .from, .blurb)`,
/// 5.4 % of `{id, n: (.messages | length), from: ([.messages[].from] | unique)}`, and 1.7 % of the export run t2
/// (Benchmarks/README.md).
private final class PipeSection: Sendable {
    /// Limit of linked sections, because ARC releases them recursively.
    private static let maxGenerators = 100

    private let singles: (any Node)?
    private let generator: (any Node)?
    private let next: PipeSection?
    /// The generator and all stages after it.
    private let rest: ArraySlice<any Node>

    /// - Returns: nil if the stages have too many generators for linked sections.
    convenience init?(_ stages: ArraySlice<any Node>) {
        guard stages.count(where: { !$0.isSingle }) <= Self.maxGenerators else { return nil }
        self.init(all: stages)
    }

    private init(all stages: ArraySlice<any Node>) {
        let singles = stages.prefix(while: \.isSingle)
        self.singles = singles.count > 1 ? PipeNode(Array(singles)) : singles.first
        rest = stages.dropFirst(singles.count)
        generator = rest.first
        next = rest.count > 1 ? PipeSection(all: rest.dropFirst()) : nil
    }

    /// - Returns: Whether further outputs are wanted.
    func each(_ input: consuming JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool)
        throws
        -> Bool
    {
        var value = input
        try singles?.transform(&value, scope, budget)
        guard let generator else { return try body(value) }
        var isWanted = true
        // Each generator of a long pipe is a level of recursion.
        guard budget.stack.hasPlenty else {
            try PipeNode(Array(rest), isForMachine: true).eachOnMachine(value, scope, budget) { output in
                isWanted = try body(output)
                return isWanted
            }
            return isWanted
        }
        try generator.each(value, scope, budget) { output in
            isWanted = if let next { try next.each(output, scope, budget, body) } else { try body(output) }
            return isWanted
        }
        return isWanted
    }
}
