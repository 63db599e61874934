import JSONParsing

/// `walk(f)`: applies `f` to every value inside the input, the innermost first, and then to the input.
///
/// Gain over the definition in the prelude: 24 % of `walk(if type == "string" then ascii_downcase else . end)` on 570 KB of threads.
final class WalkNode: Node {
    private let change: any Node

    /// - Parameter change: A simple node.
    init(_ change: any Node) { self.change = change }

    var isSingle: Bool { false }
    var isSimple: Bool { true }

    /// An open container and its rebuilt children so far. It has one owner, so that it changes in place.
    private struct Level {
        var children: ChildIterator
        var doneElements: [JSONValue] = []
        var doneMembers = JSONObject()

        var done: JSONValue { children.isObject ? .object(doneMembers) : .array(doneElements) }
    }

    func step(_ machine: inout QueryMachine) throws {
        // A scalar keeps its path.
        if machine.value.kind == .array || machine.value.kind == .object {
            machine.deliver(computed: try rebuilt(machine.value, machine.scope, machine.budget))
        }
        machine.evaluate(change)
    }

    /// The value with all its children changed, but not the value itself.
    private func rebuilt(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try budget.charge(for: input)
        guard var top = try ChildIterator(of: input, budget).map({ Level(children: $0) }) else { return input }
        var outer: [Level] = []
        var heldMemory = HeldMemory(budget)
        while true {
            if top.children.isAtEnd {
                let finished = top.done
                guard let parent = outer.popLast() else {
                    heldMemory.finish()
                    return finished
                }
                top = parent
                try add(finished, to: &top, &heldMemory, scope, budget)
                continue
            }
            let part = top.children.next()
            try budget.charge(for: part)
            if let inner = try ChildIterator(of: part, budget) {
                outer.append(top)
                guard outer.count < budget.limits.maxDepth else {
                    throw QueryRuntimeError(limit: "a value is nested deeper than the limit of \(budget.limits.maxDepth) levels")
                }
                top = Level(children: inner)
            } else {
                try add(part, to: &top, &heldMemory, scope, budget)
            }
        }
    }

    /// Changes one child and appends it to its container: an array takes all outputs, an object member the first one.
    private func add(
        _ part: JSONValue, to level: inout Level, _ heldMemory: inout HeldMemory, _ scope: RuntimeScope?, _ budget: QueryBudget
    ) throws {
        try budget.step()
        try change.each(part, scope, budget) { output in
            if level.children.isObject {
                try budget.allocate(MemorySize.object(1))
                level.doneMembers[level.children.lastName] = output
                // Each member is counted like an object with one member, which is an upper bound.
                heldMemory.keep(.object([level.children.lastName: output]))
                return false
            }
            try heldMemory.append(output, to: &level.doneElements)
            return true
        }
        heldMemory.releaseRest()
    }
}
