import JSONParsing

extension Compiler {
    /// Compiles a call of a function that has a node type of its own; nil for other functions, and for arguments that its node cannot take.
    mutating func specialForm(
        _ name: String, _ arguments: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> (any Node)? {
        if arguments.count == 1, let ordering = OrderingFunction(rawValue: name) {
            let key = try compile(arguments[0], scope, depth)
            return key.isSingle ? OrderingNode(ordering, by: key) : nil
        }
        switch (name, arguments.count) {
        case ("empty", 0): return EmptyNode()
        case ("inputs", 0): return InputsNode()
        case ("recurse", 0): return RecurseNode()
        case ("reverse", 0): return ReverseNode()
        case ("recurse", 1):
            let usedHost = usesHost
            usesHost = false
            defer { usesHost = usesHost || usedHost }
            let change = try compile(arguments[0], scope, depth)
            return RecurseByNode(change, isRepeatable: !usesHost)
        case ("repeat", 1): return RepeatNode(try compile(arguments[0], scope, depth))
        case ("path", 1): return PathNode(try compile(arguments[0], scope, depth))
        case ("del", 1):
            let body = try compile(arguments[0], scope, depth)
            return body.isSimple ? DeleteNode(body) : nil
        case ("setpath", 2):
            // The last argument is the outermost generator.
            return try withSingle(arguments.reversed(), scope, depth) { nodes, _ in SetPathNode(nodes[1], to: nodes[0]) }
        case ("tostream", 0): return ToStreamNode()
        case ("fromstream", 1): return FromStreamNode(try compile(arguments[0], scope, depth))
        case ("first", 1): return LimitNode(LiteralNode(1), try compile(arguments[0], scope, depth))
        case ("last", 1): return LastNode(try compile(arguments[0], scope, depth))
        case ("limit", 2), ("skip", 2):
            let count = try compile(arguments[0], scope, depth)
            let body = try compile(arguments[1], scope, depth + 1)
            let variable = VariableNode(levels: 0)
            return BindNode(count, .variable, name == "limit" ? LimitNode(variable, body) : SkipNode(variable, body))
        case ("range", 1...3):
            let bounds = arguments.count == 1 ? [.literal(0), arguments[0]] : arguments
            return try withSingle(bounds, scope, depth) { nodes, _ in
                RangeNode(from: nodes[0], to: nodes[1], by: nodes.count == 3 ? nodes[2] : nil)
            }
        case ("error", 1): return pipe([try compile(arguments[0], scope, depth), NativeNode([], BuiltIns.raise)])
        case ("_match", 3):
            let place = place
            return try withSingle(arguments.reversed(), scope, depth) { nodes, _ throws(QueryError) in
                let onlyTests = (nodes[0] as? LiteralNode)?.literal.isTruthy == true
                return MatchNode(try Self.regex(nodes[2], nodes[1], place), onlyTests: onlyTests)
            }
        case ("_matchof", 2):
            let place = place
            return try withSingle(arguments.reversed(), scope, depth) { nodes, _ throws(QueryError) in
                let onlyTests = (nodes[0] as? LiteralNode)?.literal.isTruthy == true
                return MatchNode(try Self.regex(nodes[1], nil, place), onlyTests: onlyTests)
            }
        case ("sub", 2...3), ("gsub", 2...3):
            return try substitution(isGlobal: name == "gsub", arguments, scope, depth)
        case ("walk", 1):
            let change = try compile(arguments[0], scope, depth)
            return change.isSimple ? WalkNode(change) : nil
        case ("getpath", 1):
            return try withSingle(arguments, scope, depth) { nodes, _ in GetPathNode(nodes[0]) }
        default: return nil
        }
    }

    /// Compiles `sub` or `gsub` if the replacement has exactly one output; nil for other replacements.
    private mutating func substitution(
        isGlobal: Bool, _ arguments: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> (any Node)? {
        let replacement = try compile(arguments[1], scope, depth)
        guard replacement.isSingle else { return nil }
        var flags = arguments.count == 3 ? arguments[2] : .literal("")
        if isGlobal { flags = .operation(.add, flags, .literal("g")) }
        let place = place
        return try withSingle([arguments[0], flags], scope, depth) { nodes, last throws(QueryError) in
            let inner = last == depth ? replacement : EnclosingScopeNode(levels: last - depth, replacement)
            return SubstituteNode(try Self.regex(nodes[0], nodes[1], place), replacement: inner)
        }
    }

    /// The regular expression of a call; without flags, the pattern may be an array that has them. A literal is compiled at once, so that a
    /// fault in it is an error of the program at the call and does not fail every record.
    private static func regex(_ pattern: any Node, _ flags: (any Node)?, _ place: Int) throws(QueryError) -> RegexSource {
        do {
            return try RegexSource(pattern: pattern, flags: flags)
        } catch {
            guard let text = (pattern as? LiteralNode)?.literal.string,
                let fault = RegexParser.faultOffset(in: text, flags: (flags as? LiteralNode)?.literal.string)
            else {
                throw QueryError(error.message, offset: place)
            }
            throw QueryError(error.message, offset: place, .literal(text, offset: fault))
        }
    }
}
