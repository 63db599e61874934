/// The stages of a pipe as a path expression: those that a cursor can visit, and behind them those whose paths a machine has to trace.
struct PlaceStages: Sendable {
    private let stages: [any Node]
    /// Number of leading stages that a cursor can visit.
    private let count: Int
    private let rest: PipeNode?

    /// - Parameter isForMachine: Whether no stage is to be visited, because too little of the stack is free.
    init(_ stages: [any Node], isForMachine: Bool) {
        self.stages = stages
        count = isForMachine ? 0 : stages.indices.firstIndex { !Self.canVisit($0, of: stages) } ?? stages.count
        rest = count == stages.count || count == 0 ? nil : PipeNode(Array(stages[count...]), isForMachine: true)
    }

    /// Behind a slice only its elements can be visited, because no other step keeps its length.
    private static func canVisit(_ place: Int, of stages: [any Node]) -> Bool {
        switch stages[place].pathForm {
        case .computed: false
        case .slice: place == stages.count - 1 || stages[place + 1] is IterateNode
        case .places: true
        }
    }

    var pathForm: PathForm { count == stages.count ? stages[count - 1].pathForm : .computed }

    /// Visits the places of the stages from `place` on.
    func visit(
        from place: Int, _ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        if place == stages.count { return try body(&cursor) }
        let stage = stages[place]
        // Each stage is a level of recursion.
        if place < count, budget.stack.hasPlenty, stage.pathForm == .places || cursor.hasOriginalLength {
            return try stage.visit(&cursor, scope, budget) { cursor in try visit(from: place + 1, &cursor, scope, budget, body) }
        }
        let rest = place == count ? rest : nil
        return try (rest ?? PipeNode(Array(stages[place...]), isForMachine: true)).visitOnMachine(&cursor, scope, budget, body)
    }
}
