import JSONParsing

extension Compiler {
    mutating func control(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        switch syntax {
        case .condition(let branches, let otherwise): return try condition(branches[...], otherwise, scope, depth)
        case .attempt(let body, let handler):
            let body = try compile(body, scope, depth)
            guard let handler else { return TryNode(body, handler: nil) }
            return TryNode(body, handler: try compile(handler, scope, depth))
        case .reduce(let source, let patterns, let start, let update):
            let source = try compile(source, scope, depth)
            let start = try compile(start, scope, depth)
            let (matcher, inner, innerDepth) = try match(patterns, scope, depth)
            return ReduceNode(source, matcher, start: start, update: try compile(update, inner, innerDepth))
        case .foreach(let source, let patterns, let start, let update, let extract):
            let source = try compile(source, scope, depth)
            let start = try compile(start, scope, depth)
            let (matcher, inner, innerDepth) = try match(patterns, scope, depth)
            let change = try compile(update, inner, innerDepth)
            var extraction: (any Node)?
            if let extract { extraction = try compile(extract, inner, innerDepth) }
            let update = pipe([change, ForeachStoreNode()] + (extraction.map { [$0] } ?? []))
            return ForeachNode(source, matcher, start: start, update: update, change: change, extraction: extraction)
        case .label(let name, let body):
            return LabelNode(try compile(body, scope.adding(.label(name, depth: depth)), depth + 1))
        case .exit(let label, let offset):
            let found = scope.first { scope -> Int? in
                if case .label(label, let place) = scope.entry { place } else { nil }
            }
            guard let found else { throw unknownLabel(label, offset, scope) }
            return BreakNode(levels: depth - 1 - found)
        default: return IdentityNode()
        }
    }

    private func unknownLabel(_ label: String, _ offset: Int, _ scope: StaticScope?) -> QueryError {
        var known: [String] = []
        _ = scope.first { scope -> Bool? in
            if case .label(let name, _) = scope.entry { known.append(name) }
            return nil
        }
        return QueryError(
            "the label $\(label) is not defined", offset: offset,
            suggestion: NameSuggestion.nearest(to: label, in: known).map { "$" + $0 })
    }

    private mutating func condition(
        _ branches: ArraySlice<ExpressionSyntax.Branch>, _ otherwise: ExpressionSyntax?, _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        guard let branch = branches.first else {
            guard let otherwise else { return IdentityNode() }
            return try compile(otherwise, scope, depth)
        }
        let condition = try compile(branch.condition, scope, depth)
        let inner = condition.isSingle ? depth : depth + 1
        let yes = try compile(branch.result, scope, inner)
        let no = try self.condition(branches.dropFirst(), otherwise, scope, inner)
        if condition.isSingle { return ConditionNode(condition, yes, no) }
        return BindNode(condition, .variable, ConditionNode(VariableNode(levels: 0), yes, no))
    }

    mutating func bind(
        _ source: ExpressionSyntax, _ patterns: [DestructuringPattern], _ body: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        let source = try compile(source, scope, depth)
        if usesFastPaths, patterns.count == 1, case .variable(let name) = patterns[0], let constant = source as? LiteralNode {
            return try compile(body, scope.adding(.constant(name, constant.literal)), depth)
        }
        let (matcher, inner, innerDepth) = try match(patterns, scope, depth)
        return BindNode(source, matcher, try compile(body, inner, innerDepth))
    }

    /// Compiles patterns.
    ///
    /// - Returns: The matcher, and the scope and depth for the code that uses its variables.
    mutating func match(
        _ patterns: [DestructuringPattern], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> (PatternMatcher, StaticScope?, Int) {
        if patterns.count == 1, case .variable(let name) = patterns[0] {
            return (usesFastPaths ? .variable : .generalVariable, scope.adding(.variable(name, depth: depth)), depth + 1)
        }
        var names: [String] = []
        for name in patterns.flatMap(\.names) where !names.contains(name) { names.append(name) }
        var alternatives: [PatternMatcher.Alternative] = []
        var last = PatternState(scope: scope, depth: depth)
        for pattern in patterns {
            var state = PatternState(scope: scope, depth: depth)
            try add(pattern, for: 0, to: &state)
            let variables = names.map { name in state.places[name].map { state.depth - 1 - $0 } }
            alternatives.append(.init(steps: state.steps, variables: patterns.count == 1 ? [] : variables))
            last = state
        }
        let matcher = PatternMatcher(alternatives, isGeneral: !usesFastPaths)
        if patterns.count == 1 { return (matcher, last.scope, last.depth) }
        var common = scope
        for (place, name) in names.enumerated() { common = common.adding(.variable(name, depth: depth + place)) }
        return (matcher, common, depth + names.count)
    }

    private struct PatternState {
        var scope: StaticScope?
        var depth: Int
        var steps: [PatternMatcher.PatternStep] = []
        var places: [String: Int] = [:]
        /// The number of values so far: the value to match, and the parts looked up in it.
        var valueCount = 1
    }

    private mutating func add(_ pattern: DestructuringPattern, for value: Int, to state: inout PatternState) throws(QueryError) {
        switch pattern {
        case .variable(let name): bindName(name, to: value, &state)
        case .array(let elements):
            for (place, element) in elements.enumerated() {
                let part = look(LiteralNode(.number(JSONNumber(place))), in: value, &state)
                try add(element, for: part, to: &state)
            }
        case .object(let entries):
            for entry in entries {
                let part = look(try compile(entry.key, state.scope, state.depth), in: value, &state)
                if let name = entry.variable { bindName(name, to: part, &state) }
                if let inner = entry.value { try add(inner, for: part, to: &state) }
            }
        }
    }

    private func bindName(_ name: String, to value: Int, _ state: inout PatternState) {
        state.steps.append(.bind(value))
        state.places[name] = state.depth
        state.scope = state.scope.adding(.variable(name, depth: state.depth))
        state.depth += 1
    }

    private func look(_ key: any Node, in value: Int, _ state: inout PatternState) -> Int {
        state.steps.append(.look(value, key: key))
        state.valueCount += 1
        return state.valueCount - 1
    }
}
