import JSONParsing

/// `source as pattern | body`, with one or more alternative patterns.
final class BindNode: Node {
    let source: any Node
    let matcher: PatternMatcher
    let body: any Node
    let isSingle: Bool
    let isSimple: Bool

    init(_ source: any Node, _ matcher: PatternMatcher, _ body: any Node) {
        self.source = source
        self.matcher = matcher
        self.body = body
        isSingle = source.isSingle && body.isSingle && matcher.isSingle
        isSimple = source.isSimple && body.isSimple && matcher.isSingle
    }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        let bound = try matcher.bind(try source.value(of: input, scope, budget), scope, budget)
        return try body.value(of: input, bound, budget)
    }

    /// Saves 97 % of the time of `reduce range(3000) as $x ([]; ($x + 1) as $y | . + [$y])`, because the array changes in place.
    func transform(_ value: inout JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws {
        let bound = try matcher.bind(try source.value(of: value, scope, budget), scope, budget)
        try body.transform(&value, bound, budget)
    }

    func step(_ machine: inout QueryMachine) throws {
        if source.isSingle, matcher.isSingle {
            let found = try source.value(of: machine.value, machine.scope, machine.budget)
            return machine.evaluate(body, try matcher.bind(found, machine.scope, machine.budget))
        }
        try machine.push(BindFrame(self, machine))
        machine.tracedPath = .off
        machine.evaluate(source)
    }

    /// Saves 10 % of the time of `.messages[] | [getpath(["from"], ["id"])]`.
    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var isWanted = true
        try source.each(input, scope, budget) { found in
            try body.each(input, try matcher.bind(found, scope, budget), budget) { output in
                isWanted = try receive(output)
                return isWanted
            }
            return isWanted
        }
    }

    fileprivate func matched(_ input: JSONValue, _ tracedPath: TracedPath, _ scope: RuntimeScope?, _ machine: inout QueryMachine) throws {
        let found = machine.takeValue()
        machine.value = input
        machine.tracedPath = tracedPath
        machine.scope = scope
        try matcher.start(found, body, &machine)
    }
}

private final class BindFrame: ContinuationFrame {
    private let node: BindNode
    private let input: JSONValue
    private let tracedPath: TracedPath
    private let scope: RuntimeScope?

    init(_ node: BindNode, _ machine: borrowing QueryMachine) {
        self.node = node
        input = machine.value
        tracedPath = machine.tracedPath
        scope = machine.scope
        super.init(next: machine.frame)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        try node.matched(input, tracedPath, scope, &machine)
    }
}
