import JSONParsing

// The path expressions of control nodes, which choose among places and compute no values.

extension IdentityNode {
    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        try body(&cursor)
    }
}

extension EmptyNode {
    var pathForm: PathForm { .places }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    { true }
}

extension ConditionNode {
    var pathForm: PathForm { min(yes.pathForm, no.pathForm) }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        let mark = budget.unheldBytes
        let branch = try branch(cursor.source, scope, budget)
        budget.release(to: mark)
        return try branch.visit(&cursor, scope, budget, body)
    }
}

extension AlternativeNode {
    var pathForm: PathForm { min(first.pathForm, second.pathForm) }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        var isFound = false
        let isWanted = try first.visit(&cursor, scope, budget) { cursor in
            guard cursor.source.isTruthy else { return true }
            isFound = true
            return try body(&cursor)
        }
        // If the first program found nothing, it has changed nothing, so the second one sees the original value.
        return isFound ? isWanted : try second.visit(&cursor, scope, budget, body)
    }
}

extension TryNode {
    var pathForm: PathForm { handler == nil ? body.pathForm : .computed }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (inout PathCursor) throws -> Bool)
        throws
        -> Bool
    {
        // An output without a path is an error outside of `try`. Only the machine can tell it from the errors inside.
        guard handler == nil, body.pathForm != .computed else { return try visitOnMachine(&cursor, scope, budget, receive) }
        var isReceivers = false
        do {
            return try body.visit(&cursor, scope, budget) { cursor in
                do {
                    return try receive(&cursor)
                } catch {
                    isReceivers = true
                    throw error
                }
            }
        } catch {
            guard !isReceivers, !cursor.isBeyondPath, !QueryRuntimeError(wrapping: error).isLimit else { throw error }
            return true
        }
    }
}

extension LimitNode {
    var pathForm: PathForm { body.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (inout PathCursor) throws -> Bool)
        throws
        -> Bool
    {
        guard let count = try count.value(scope, budget) else {
            try self.count.fail(at: body, of: cursor.source, scope, budget)
            return true
        }
        guard count > 0 else { return true }
        var seen = 0.0
        var isWanted = true
        _ = try body.visit(&cursor, scope, budget) { cursor in
            seen += 1
            isWanted = try receive(&cursor)
            return isWanted && seen < count
        }
        return isWanted
    }
}

extension SkipNode {
    var pathForm: PathForm { body.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (inout PathCursor) throws -> Bool)
        throws
        -> Bool
    {
        // Skipped outputs need no path, so the machine handles a body with computed outputs.
        guard body.pathForm != .computed else { return try visitOnMachine(&cursor, scope, budget, receive) }
        guard var left = try count.value(scope, budget) else {
            try count.fail(at: body, of: cursor.source, scope, budget)
            return true
        }
        return try body.visit(&cursor, scope, budget) { cursor in
            // A rest below 1 skips nothing.
            guard left >= 1 else { return try receive(&cursor) }
            left -= 1
            return true
        }
    }
}

extension LastNode {
    var pathForm: PathForm { body.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (inout PathCursor) throws -> Bool)
        throws
        -> Bool
    {
        // Only the last output needs a path, so the machine handles a body with computed outputs.
        guard body.pathForm != .computed else { return try visitOnMachine(&cursor, scope, budget, receive) }
        guard let last = try lastPath(cursor.source, scope, budget) else { return true }
        return try cursor.enter(last, budget, receive)
    }

    private func lastPath(_ value: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> [JSONValue]? {
        var last: [JSONValue]?
        var search = PathCursor(reading: value)
        _ = try body.visit(&search, scope, budget) { cursor in
            last = cursor.keys
            return true
        }
        return last
    }
}

extension ErrorPlaceNode {
    var pathForm: PathForm { node.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        // An error that `body` throws does not belong to this expression.
        var isReceivers = false
        let input = cursor.source
        do {
            return try node.visit(&cursor, scope, budget) { cursor in
                do {
                    return try body(&cursor)
                } catch {
                    isReceivers = true
                    throw error
                }
            }
        } catch {
            throw isReceivers ? error : QueryRuntimeError(wrapping: error).placed(at: place, input)
        }
    }
}

extension EnclosingScopeNode {
    var pathForm: PathForm { node.pathForm }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        try node.visit(&cursor, scope.ancestor(levels), budget, body)
    }
}

extension BindNode {
    var pathForm: PathForm { matcher.isSingle ? body.pathForm : .computed }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ receive: (inout PathCursor) throws -> Bool)
        throws
        -> Bool
    {
        guard matcher.isSingle else { return try visitOnMachine(&cursor, scope, budget, receive) }
        if source.isSingle {
            let bound = try matcher.bind(try source.value(of: cursor.source, scope, budget), scope, budget)
            return try body.visit(&cursor, bound, budget, receive)
        }
        guard isSimple, budget.stack.hasPlenty else { return try visitOnMachine(&cursor, scope, budget, receive) }
        // The body runs several times on the original value.
        cursor.keepOriginal()
        var isWanted = true
        try source.each(cursor.source, scope, budget) { found in
            isWanted = try body.visit(&cursor, try matcher.bind(found, scope, budget), budget, receive)
            return isWanted
        }
        return isWanted
    }
}

extension CommaNode {
    /// Limit of parts whose paths are compared with each other.
    private static let maxSeparateParts = 8

    var pathForm: PathForm { parts.map(\.pathForm).min() ?? .places }

    func visit(_ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws
        -> Bool
    {
        // Each part sees the original value. No copy of it is kept if no part reaches a place that another one changes.
        if !cursor.isReading, cursor.original == nil, try !hasSeparateParts(cursor.value, scope, budget) { cursor.keepOriginal() }
        for part in parts {
            try budget.step()
            guard try part.visit(&cursor, scope, budget, body) else { return false }
        }
        return true
    }

    /// Whether each part has exactly one path, and no path leads inside the place of another part.
    private func hasSeparateParts(_ value: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> Bool {
        guard parts.count <= Self.maxSeparateParts, parts.allSatisfy({ $0.isSingle && $0.pathForm != .computed }) else { return false }
        var found: [[JSONValue]] = []
        for part in parts {
            var search = PathCursor(reading: value)
            do {
                _ = try part.visit(&search, scope, budget) { cursor in
                    found.append(cursor.keys)
                    return true
                }
            } catch {
                // The visit meets the same error again, after the changes of earlier parts.
                guard !QueryRuntimeError(wrapping: error).isLimit else { throw error }
                return false
            }
        }
        for place in found.indices {
            for other in found[..<place] where !Self.areSeparate(found[place], other) { return false }
        }
        return true
    }

    /// Whether two paths differ at a key where they have the same container. Negative indices may mean any element.
    private static func areSeparate(_ a: [JSONValue], _ b: [JSONValue]) -> Bool {
        for (left, right) in zip(a, b) {
            switch (left, right) {
            case (.string(let left), .string(let right)):
                if JSONKey(left) != JSONKey(right) { return true }
            case (.number(let left), .number(let right)):
                guard left.double >= 0, right.double >= 0 else { return false }
                if left.double.rounded(.down) != right.double.rounded(.down) { return true }
            default: return false
            }
        }
        return false
    }
}

/// The stages of a pipe as a path expression: leading stages that a cursor can visit, then stages whose paths a machine must trace.
struct PathPipeStages: Sendable {
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

    /// After a slice, a cursor can visit `.[]` only. Any other step may change the length of the slice.
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
        from place: Int, _ cursor: inout PathCursor, _ scope: RuntimeScope?, _ budget: QueryBudget,
        _ body: (inout PathCursor) throws -> Bool
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
