import JSONParsing

/// `foreach source as pattern (start; update; extract)`
final class ForeachNode: LoopNode {
    let source: any Node
    let matcher: PatternMatcher
    let start: any Node
    /// The update, a ``ForeachStoreNode``, and perhaps the extraction: what the machine runs for an item.
    let update: any Node
    private let change: any Node
    /// nil if the outputs are the states.
    private let extraction: (any Node)?
    let isSimple: Bool

    /// - Parameters:
    ///   - update: A pipe of `change`, a ``ForeachStoreNode``, and perhaps `extraction`.
    init(
        _ source: any Node, _ matcher: PatternMatcher, start: any Node, update: any Node, change: any Node, extraction: (any Node)?
    ) {
        self.source = source
        self.matcher = matcher
        self.start = start
        self.update = update
        self.change = change
        self.extraction = extraction
        isSimple = source.isSimple && start.isSimple && update.isSimple && matcher.isSingle
    }

    /// Gain: 50 % of `[foreach range(1e6) as $x (0; . + $x)] | length`.
    func each(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ receive: (consuming JSONValue) throws -> Bool) throws {
        guard isSimple, budget.stack.hasPlenty else { return try eachOnMachine(input, scope, budget, receive) }
        var isWanted = true
        try start.each(input, scope, budget) { start in
            var state = start
            var heldMemory = HeldMemory(budget)
            try source.each(input, scope, budget) { item in
                let bound = try matcher.bind(item, scope, budget)
                func deliver() throws -> Bool {
                    heldMemory.share(state)
                    guard let extraction else {
                        isWanted = try receive(state)
                        return isWanted
                    }
                    try extraction.each(state, bound, budget) { output in
                        isWanted = try receive(output)
                        return isWanted
                    }
                    return isWanted
                }
                if change.isSingle {
                    try change.transform(&state, bound, budget)
                    return try deliver()
                }
                // If the update has no output, the state is null.
                let last = state
                state = .null
                try change.each(last, bound, budget) { output in
                    state = output
                    return try deliver()
                }
                return isWanted
            }
            return isWanted
        }
    }

    var isSingle: Bool { false }

    func step(_ machine: inout Machine) throws { try startLoop(&machine) }

    func begin(_ state: LoopState, _ machine: inout Machine) throws {}

    func prepareUpdate(_ state: LoopState, _ machine: inout Machine) throws {
        try machine.push(ForeachMarkFrame(state, next: machine.frame))
    }
}

/// Marks the frame below an update, where the ``ForeachStoreNode`` finds its state.
private final class ForeachMarkFrame: Frame {
    let state: LoopState

    init(_ state: LoopState, next: Frame?) {
        self.state = state
        super.init(next: next)
    }

    override func resume(_ machine: inout Machine) throws { machine.deliver() }
}

/// Stores the output of an update as the state for the next item.
final class ForeachStoreNode: Node {
    var isSingle: Bool { false }
    var isSimple: Bool { true }

    func step(_ machine: inout Machine) throws {
        var frame = machine.frame
        while let current = frame {
            if let mark = current as? ForeachMarkFrame {
                mark.state.value = machine.value
                // The extraction may pass the state on, so that it outlives the loop's reference.
                mark.state.heldMemory.share(machine.value)
                mark.state.tracedPath = machine.tracedPath
                break
            }
            frame = current.next
        }
        machine.deliver()
    }
}
