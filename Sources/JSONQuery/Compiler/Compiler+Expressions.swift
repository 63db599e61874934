import JSONParsing

extension Compiler {
    /// Compiles strings, formats and objects.
    mutating func construction(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        switch syntax {
        case .format(let name, let offset):
            let format = try format(name, offset)
            return NativeNode([], looksOnly: true) { input, _, budget in .string(try format.apply(to: input, budget)) }
        case .string(let name, let offset, let parts):
            let format = try name.map { name throws(QueryError) in try self.format(name, offset) } ?? .text
            let programs = parts.compactMap { part -> ExpressionSyntax? in if case .program(let program) = part { program } else { nil } }
            // The last program is the outermost generator.
            return try withSingle(programs.reversed(), scope, depth) { nodes, _ in
                var rest = nodes
                return StringNode(
                    parts.map { part in
                        if case .text(let text) = part { .text(text) } else { .program(rest.removeLast()) }
                    }, format: format)
            }
        case .object(let entries):
            let operands = entries.flatMap { [$0.key] + ($0.value.map { [$0] } ?? []) }
            return try withSingle(operands, scope, depth) { nodes, _ in
                var rest = nodes[...]
                return ObjectNode(
                    entries.map { entry in
                        let key = rest.removeFirst()
                        return (key, entry.value == nil ? IndexNode(key: key, isOptional: false) : rest.removeFirst())
                    })
            }
        default: return IdentityNode()
        }
    }

    private func format(_ name: String, _ offset: Int) throws(QueryError) -> Format {
        if let format = Format(rawValue: name) { return format }
        throw QueryError(
            "\(name) is not a valid format", offset: offset,
            suggestion: NameSuggestion.nearest(to: name, in: Format.allCases.map(\.rawValue)).map { "@" + $0 })
    }

    /// Compiles `.[key]`, `.[from:to]` and `.[]`. A key is evaluated on the input, and before the value that it is looked up in.
    mutating func access(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        switch syntax {
        case .iterate(let target, let isOptional):
            return pipe([try compile(target, scope, depth), IterateNode(isOptional: isOptional)])
        case .index(let target, let key, let isOptional):
            if case .literal(let value) = key {
                let last: any Node =
                    if !isOptional, let name = value.string { FieldsNode([name]) } else {
                        IndexNode(key: LiteralNode(value), isOptional: isOptional)
                    }
                return pipe([try compile(target, scope, depth), last])
            }
            let node = try compile(key, scope, depth)
            if case .identity = target, node.isSingle { return IndexNode(key: node, isOptional: isOptional) }
            let target = try compile(target, scope, depth + 1)
            return BindNode(node, .variable, pipe([target, IndexNode(key: VariableNode(levels: 0), isOptional: isOptional)]))
        case .slice(let target, let from, let to, let isOptional):
            // Bounds that do not depend on the input (literals and variables) are read in place. Others are bound to variables first.
            let areKnown = Self.isKnownBound(from) && Self.isKnownBound(to)
            let from = try compile(from ?? .literal(.null), scope, depth)
            let fromIsBound = !areKnown && !(from is LiteralNode)
            let toDepth = depth + (fromIsBound ? 1 : 0)
            let to = try compile(to ?? .literal(.null), scope, toDepth)
            let toIsBound = !areKnown && !(to is LiteralNode)
            let target = try compile(target, scope, toDepth + (toIsBound ? 1 : 0))
            let slice = SliceNode(
                from: fromIsBound ? VariableNode(levels: toIsBound ? 1 : 0) : from, to: toIsBound ? VariableNode(levels: 0) : to,
                isOptional: isOptional)
            var result = pipe([target, slice])
            if toIsBound { result = BindNode(to, .variable, result) }
            return fromIsBound ? BindNode(from, .variable, result) : result
        default: return IdentityNode()
        }
    }

    /// Whether the bound of a slice is the same for any input.
    private static func isKnownBound(_ bound: ExpressionSyntax?) -> Bool {
        switch bound {
        case nil, .literal: true
        // `$ENV` is compiled to a function call.
        case .variable(let name, _): name != "ENV"
        default: false
        }
    }

    mutating func operation(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        switch syntax {
        case .negate(let operand): return pipe([try compile(operand, scope, depth), NegateNode()])
        case .operation(.alternative, let left, let right):
            return AlternativeNode(try compile(left, scope, depth), try compile(right, scope, depth))
        case .operation(.and, let left, let right): return try logic(isAnd: true, left, right, scope, depth)
        case .operation(.or, let left, let right): return try logic(isAnd: false, left, right, scope, depth)
        case .operation(let name, let left, let right):
            let usesFastPaths = usesFastPaths
            // The right side is the outer generator.
            return try withSingle([right, left], scope, depth) { nodes, _ in
                let node: any Node =
                    switch name {
                    case .add, .subtract, .multiply, .divide, .remainder: ArithmeticNode(name, nodes[1], nodes[0])
                    default: ComparisonNode(name, nodes[1], nodes[0])
                    }
                return usesFastPaths ? Self.folded(node, operands: nodes) : node
            }
        case .update(.modify, let left, let right):
            return UpdateNode(try compile(left, scope, depth), try compile(right, scope, depth))
        case .update(let name, let left, let right):
            let value = try compile(right, scope, depth)
            let paths = try compile(left, scope, depth + 1)
            let variable = VariableNode(levels: 0)
            let change: any Node =
                switch name {
                case .arithmetic(let operation): ArithmeticNode(operation, IdentityNode(), variable)
                case .alternative: AlternativeNode(IdentityNode(), variable)
                case .assign, .modify: variable
                }
            return BindNode(value, .variable, UpdateNode(paths, change))
        default: return IdentityNode()
        }
    }

    /// Constant folding: the value of an operation on literals, or the node itself if it fails.
    private static func folded(_ node: any Node, operands: [any Node]) -> any Node {
        guard operands.allSatisfy({ $0 is LiteralNode }) else { return node }
        let limits = QueryLimits(maxLength: 1000, maxElements: 1000)
        return (try? node.value(of: .null, nil, QueryBudget(limits: limits))).map { LiteralNode($0) } ?? node
    }

    private mutating func logic(
        isAnd: Bool, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        let first = try compile(left, scope, depth)
        let isSingle = first.isSingle
        let second = try compile(right, scope, isSingle ? depth : depth + 1)
        if isSingle, second.isSingle { return LogicNode(isAnd: isAnd, first, second) }
        let condition: any Node = isSingle ? first : VariableNode(levels: 0)
        let rest = pipe([second, TruthNode()])
        let known = LiteralNode(.bool(!isAnd))
        let node = isAnd ? ConditionNode(condition, rest, known) : ConditionNode(condition, known, rest)
        return isSingle ? node : BindNode(first, .variable, node)
    }
}
