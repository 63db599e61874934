import JSONParsing

/// Compiles the syntax tree of a program to nodes. Resolves names, inlines small functions, and binds operands with several outputs to
/// variables, so that every operand of a computation is single.
struct Compiler {
    /// Number of nodes from which functions are no longer inlined, and the limit of nodes of a program.
    static let inlineBudget = 5_000
    static let maxNodes = 200_000

    /// Whether nodes may use fast paths instead of ``Node/step(_:)``. Tests switch this off, to compare the results.
    let usesFastPaths: Bool
    let environment: QueryEnvironment
    /// Whether the definitions of a ``QueryDefinitions`` are compiled. Otherwise their faults are reported at the call in the program.
    var checksDefinitions = false
    /// Whether the program asks its ``QueryHost`` for something.
    var usesHost = false
    /// The variables with fixed values that the program uses, those of ``QueryVariables`` among them.
    private(set) var usedConstants: Set<String> = []
    /// Whether the program calls `input` or `inputs`.
    var takesInputs = false
    var nodeCount = 0
    /// Functions that are not inlined, by their definitions.
    var functions: [ObjectIdentifier: (definition: Definition, function: CompiledFunction)] = [:]
    /// Depth of inlined functions, each of which is a level of recursion.
    var expansions = 0
    /// Functions whose bodies are still to be compiled.
    var pending: [(definition: Definition, function: CompiledFunction)] = []
    /// Offset of the innermost expression of the user's program that is being compiled, in bytes.
    private(set) var place = 0
    let stack = StackGuard()

    /// Compiles a program.
    ///
    /// - Parameter notesPlaces: Whether errors in the shared definitions carry their source ranges.
    /// - Returns: The program, whether it asks its ``QueryHost`` for something, whether it takes further inputs, and the variables with
    ///   fixed values that it uses.
    static func compile(
        _ syntax: ExpressionSyntax, _ environment: QueryEnvironment, notesPlaces: Bool = false, usesFastPaths: Bool = true
    ) throws(QueryError) -> (node: any Node, usesHost: Bool, takesInputs: Bool, usedConstants: Set<String>) {
        var compiler = Compiler(usesFastPaths: usesFastPaths, environment: environment)
        let node = try compiler.compile(syntax, environment.scope(notesPlaces: notesPlaces), 0)
        try compiler.compilePending()
        return (node, compiler.usesHost, compiler.takesInputs, compiler.usedConstants)
    }

    /// Whether a text compiles as a program without shared definitions and variables.
    static func compiles(_ source: String) -> Bool {
        guard var parser = try? Parser(source), let syntax = try? parser.program() else { return false }
        return (try? compile(syntax, QueryEnvironment(definitions: nil, locator: nil))) != nil
    }

    mutating func compilePending() throws(QueryError) {
        while let (definition, function) = pending.popLast() { try compileBody(of: definition, into: function) }
    }

    /// - Parameters:
    ///   - scope: The names in scope.
    ///   - depth: Number of runtime scopes around the node.
    mutating func compile(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        let outer = place
        defer { place = outer }
        if let offset = syntax.offset, hasPlaces(scope) { place = offset }
        nodeCount += 1
        guard nodeCount <= Self.maxNodes else {
            throw QueryError("the program is larger than the limit of \(Self.maxNodes) nodes, its functions put in place", offset: place)
        }
        guard stack.hasRoom else {
            throw QueryError(
                "the program is nested too deeply: compiling it takes more than \(StackGuard.maxBytes >> 10) KiB of stack", offset: place)
        }
        return general(try node(syntax, scope, depth))
    }

    /// Whether compile errors may point to offsets in the code of a scope.
    private func hasPlaces(_ scope: StaticScope?) -> Bool { scope.owner == (checksDefinitions ? .definitions : .program) }

    /// Hides the fast paths of a node unless ``usesFastPaths``. Literals and variables have none, and a parameter is never single.
    private func general(_ node: any Node) -> any Node {
        if usesFastPaths || node is LiteralNode || node is VariableNode || node is ParameterNode { return node }
        return node is MachineOnlyNode ? node : MachineOnlyNode(node)
    }

    private mutating func node(_ syntax: ExpressionSyntax, _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> any Node {
        switch syntax {
        case .identity: return IdentityNode()
        case .recurse: return RecurseNode()
        case .literal(let value): return LiteralNode(value)
        case .string, .format, .object: return try construction(syntax, scope, depth)
        case .collect(let body):
            guard let body else { return LiteralNode(.array([])) }
            return CollectNode(try compile(body, scope, depth))
        case .index, .slice, .iterate: return try access(syntax, scope, depth)
        case .negate, .operation, .update: return try operation(syntax, scope, depth)
        case .pipe(let parts): return pipe(try all(parts, scope, depth))
        case .comma(let parts): return CommaNode(try all(parts, scope, depth))
        case .condition, .attempt, .reduce, .foreach, .label, .exit: return try control(syntax, scope, depth)
        case .define(let function, let rest):
            return try compile(rest, scope.adding(.function(Definition(function, in: scope, depth: depth))), depth)
        case .bind(let source, let patterns, let body): return try bind(source, patterns, body, scope, depth)
        case .variable(let name, let offset): return try variable(name, offset, scope, depth)
        case .location(let line): return location(line, scope)
        case .call(let name, let arguments, let offset): return try call(name, arguments, offset, scope, depth)
        case .placed(let syntax, let place): return placed(try compile(syntax, scope, depth), place, scope)
        }
    }

    private func placed(_ node: any Node, _ place: Range<Int>, _ scope: StaticScope?) -> any Node {
        // These nodes cannot fail, and other nodes check for their types.
        if node is LiteralNode || node is VariableNode || node is ParameterNode || node is IdentityNode { return node }
        return ErrorPlaceNode(node, QueryPlace(range: place, isInDefinitions: scope.owner == .definitions))
    }

    /// The value of `$__loc__`.
    private func location(_ line: Int, _ scope: StaticScope?) -> any Node {
        let locator =
            scope.owner == .program
            ? environment.locator
            : scope.first { scope -> QueryDefinitions.Locator? in
                if case .definitions(let locator) = scope.entry { locator } else { nil }
            }
        let (file, line) = locator?(line) ?? ("<top-level>", line)
        return LiteralNode(["file": .string(file), "line": .number(JSONNumber(line))])
    }

    mutating func all(_ parts: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int) throws(QueryError) -> [any Node] {
        var nodes: [any Node] = []
        for part in parts { nodes.append(try compile(part, scope, depth)) }
        return nodes
    }

    /// A pipe of stages. Merges `.a | .b` and `$name | .a` into one ``FieldsNode``, slices of slices into one ``SliceChainNode``.
    func pipe(_ stages: [any Node]) -> any Node {
        guard usesFastPaths else { return stages.count == 1 ? stages[0] : PipeNode(stages.map(general)) }
        var result: [any Node] = []
        for stage in stages.flatMap({ ($0 as? PipeNode)?.stages ?? [$0] }) {
            if stage is IdentityNode { continue }
            if let next = stage as? FieldsNode, next.variable == nil, let joined = fields(of: result.last, next.keys) {
                result[result.count - 1] = joined
            } else if let chain = SliceChainNode(result.last, stage) {
                result[result.count - 1] = chain
            } else {
                result.append(stage)
            }
        }
        switch result.count {
        case 0: return IdentityNode()
        case 1: return result[0]
        default: return PipeNode(result)
        }
    }

    /// Merges a node and the keys that follow it into one node; nil if they cannot be merged.
    private func fields(of node: (any Node)?, _ keys: [String]) -> FieldsNode? {
        switch node {
        case let node as FieldsNode: FieldsNode(node.keys + keys, of: node.variable)
        case let node as VariableNode: FieldsNode(keys, of: node.levels)
        default: nil
        }
    }

    /// Compiles operands, and binds those that may have several outputs to variables, the first in `operands` outermost. An operand before
    /// such a one is bound as well if it can fail, so that its error comes first.
    ///
    /// - Parameter build: Makes the node from the operands, all single now, with the depth that it is evaluated at.
    mutating func withSingle(
        _ operands: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int, _ build: ([any Node], Int) throws(QueryError) -> any Node
    ) throws(QueryError) -> any Node {
        var compiled: [(node: any Node, depth: Int)] = []
        var generatorCount = 0
        for operand in operands {
            let node = try compile(operand, scope, depth + generatorCount)
            compiled.append((node, depth + generatorCount))
            if !node.isSingle { generatorCount += 1 }
        }
        let lastGenerator = compiled.lastIndex { !$0.node.isSingle } ?? -1
        let isBound = compiled.indices.map { $0 <= lastGenerator && !Self.isConstant(compiled[$0].node) }
        let last = depth + isBound.count { $0 }
        var bound: [any Node] = []
        var singles: [any Node] = []
        for (place, (node, ownDepth)) in compiled.enumerated() {
            if isBound[place] {
                bound.append(Self.node(node, levelsUp: depth + bound.count - ownDepth))
                singles.append(VariableNode(levels: last - depth - bound.count))
            } else {
                singles.append(Self.node(node, levelsUp: last - ownDepth))
            }
        }
        var result = try build(singles, last)
        for source in bound.reversed() { result = BindNode(source, .variable, result) }
        return result
    }

    /// Whether a node always has the same output and cannot fail.
    private static func isConstant(_ node: any Node) -> Bool { node is LiteralNode || node is VariableNode }

    /// Adapts a node to a depth that is some levels more than the one it was compiled for.
    private static func node(_ node: any Node, levelsUp levels: Int) -> any Node {
        switch node {
        case _ where levels == 0, is LiteralNode: node
        case let node as VariableNode: VariableNode(levels: node.levels + levels)
        default: EnclosingScopeNode(levels: levels, node)
        }
    }

    private mutating func variable(
        _ name: String, _ offset: Int, _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        let found = scope.first { scope -> (any Node)? in
            switch scope.entry {
            case .variable(name, let place): VariableNode(levels: depth - 1 - place)
            case .constant(name, let value): LiteralNode(value)
            default: nil
            }
        }
        if let found {
            if found is LiteralNode { usedConstants.insert(name) }
            return found
        }
        if name == "ENV" {
            usesHost = true
            return NativeNode([], looksOnly: true, BuiltIns.environment)
        }
        var known: [String] = []
        _ = scope.first { scope -> Bool? in
            switch scope.entry {
            case .variable(let other, _), .constant(let other, _): known.append(other)
            default: break
            }
            return nil
        }
        throw QueryError(
            "the variable $\(name) is not defined", offset: offset,
            suggestion: NameSuggestion.nearest(to: name, in: known).map { "$" + $0 }, .unknownVariable(name))
    }
}

extension PatternMatcher {
    /// `as $name`
    static let variable = PatternMatcher([Alternative(steps: [.bind(0)], variables: [])])
    /// The same for a program without fast paths.
    static let generalVariable = PatternMatcher([Alternative(steps: [.bind(0)], variables: [])], isGeneral: true)
}
