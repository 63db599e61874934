import JSONParsing

extension Compiler {
    /// Limit of nested inlined functions, each of which is a level of recursion.
    private static let maxExpansions = 30

    mutating func call(
        _ name: String, _ arguments: [ExpressionSyntax], _ offset: Int, _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        enum Callee {
            case function(Definition)
            case parameter(Int)
            case inlined(ExpressionSyntax, StaticScope?)
        }
        let found = scope.first { scope -> Callee? in
            switch scope.entry {
            case .function(let definition)
            where definition.syntax.name == name && definition.syntax.parameters.count == arguments.count:
                .function(definition)
            case .parameter(name, let place) where arguments.isEmpty: .parameter(place)
            case .inlined(name, let syntax, let outer) where arguments.isEmpty: .inlined(syntax, outer)
            default: nil
            }
        }
        switch found {
        case .parameter(let place): return ParameterNode(levels: depth - 1 - place)
        case .inlined(let syntax, let outer): return try compile(syntax, outer, depth)
        case .function(let definition): return try call(definition, arguments, scope, depth)
        case nil: break
        }
        let key = "\(name)/\(arguments.count)"
        if BuiltIns.hostNames.contains(key) { usesHost = true }
        if BuiltIns.inputNames.contains(key) { takesInputs = true }
        if BuiltIns.isInternal(key), scope?.isPrelude != true { throw unknown(name, arguments, offset, scope) }
        if let node = try specialForm(name, arguments, scope, depth) { return node }
        if let native = environment.functions.native(key) {
            // The last argument is the outermost generator.
            return try withSingle(arguments.reversed(), scope, depth) { nodes, _ in
                NativeNode(nodes.reversed(), looksOnly: BuiltIns.looking.contains(key), native)
            }
        }
        if let definition = BuiltIns.definition(key) { return try call(definition, arguments, scope, depth) }
        throw unknown(name, arguments, offset, scope)
    }

    private func unknown(_ name: String, _ arguments: [ExpressionSyntax], _ offset: Int, _ scope: StaticScope?) -> QueryError {
        var known = BuiltIns.names.union(environment.functions.keys).filter { !BuiltIns.isInternal($0) }
        _ = scope.first { scope -> Bool? in
            if case .function(let definition) = scope.entry {
                known.insert("\(definition.syntax.name)/\(definition.syntax.parameters.count)")
            }
            return nil
        }
        let names = Set(known.map { String($0.prefix { $0 != "/" }) })
        if names.contains(name) {
            let arities = known.filter { $0.hasPrefix(name + "/") }.sorted()
            let listed = arities.joined(separator: ", ")
            // `sub("a", "b")` has one argument with two outputs.
            let commas = arguments.reduce(0) { if case .comma(let parts) = $1 { $0 + parts.count - 1 } else { $0 } }
            let isMeant = commas > 0 && arities.contains("\(name)/\(arguments.count + commas)")
            let advice = isMeant ? "; arguments are separated by \";\"" : ""
            return QueryError("\(name)/\(arguments.count) is not defined; there is \(listed)\(advice)", offset: offset)
        }
        if QueryFunctions.ofStages.contains(name) {
            return QueryError("\(name)/\(arguments.count) is not defined; Registry.addStages() registers it", offset: offset)
        }
        return QueryError(
            unknown: name, arity: arguments.count, offset: offset,
            suggestion: OtherLanguageNames.function(name) ?? NameSuggestion.nearest(to: name, in: names.sorted()))
    }

    private mutating func call(
        _ definition: Definition, _ arguments: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        if usesFastPaths, !definition.isRecursive, nodeCount < Self.inlineBudget, expansions < Self.maxExpansions, stack.hasPlenty {
            expansions += 1
            defer { expansions -= 1 }
            return try expand(definition, arguments, scope, depth)
        }
        return try callFunction(definition, arguments, scope, depth)
    }

    /// Inlines the body of a function. Binds values first, the first argument outermost.
    private mutating func expand(
        _ definition: Definition, _ arguments: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        var inner = definition.scope
        var sources: [any Node] = []
        // The function's own name need not be in scope: only functions that do not call themselves are inlined.
        for (parameter, argument) in zip(definition.syntax.parameters, arguments) {
            inner = inner.adding(.inlined(parameter.name, argument, scope))
            if parameter.isValue {
                let source = try compile(argument, scope, depth + sources.count)
                if let constant = source as? LiteralNode {
                    inner = inner.adding(.constant(parameter.name, constant.literal))
                } else {
                    inner = inner.adding(.variable(parameter.name, depth: depth + sources.count))
                    sources.append(source)
                }
            }
        }
        var node = try compile(definition.syntax.body, inner, depth + sources.count)
        for source in sources.reversed() { node = BindNode(source, .variable, node) }
        return node
    }

    /// Compiles a call of a function that is not inlined.
    private mutating func callFunction(
        _ definition: Definition, _ arguments: [ExpressionSyntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> any Node {
        let function = function(definition)
        // Arguments for $parameters that may have several outputs are bound first.
        var bound: [any Node] = []
        var values: [Int: (node: any Node, depth: Int)] = [:]
        for (place, parameter) in definition.syntax.parameters.enumerated() where parameter.isValue {
            let inner = depth + bound.count
            let node = try compile(arguments[place], scope, inner)
            values[place] = node.isSingle ? (node, inner) : (VariableNode(levels: 0), inner + 1)
            if !node.isSingle { bound.append(node) }
        }
        let last = depth + bound.count
        var compiled: [CallNode.Argument] = []
        for (place, parameter) in definition.syntax.parameters.enumerated() {
            if let (node, depth) = values[place] {
                compiled.append(.value(depth == last ? node : EnclosingScopeNode(levels: last - depth, node)))
                guard definition.usesAsProgram(parameter) else { continue }
            }
            let node = try compile(arguments[place], scope, last)
            compiled.append(.closure(node, parameter: (node as? ParameterNode)?.levels))
        }
        var result: any Node = CallNode(function, levels: definition.isBuiltIn ? nil : last - definition.depth, compiled)
        for source in bound.reversed() { result = BindNode(source, .variable, result) }
        return result
    }

    /// The function of a definition. Its body is compiled later, so that compiling a chain of functions needs no recursion.
    private mutating func function(_ definition: Definition) -> CompiledFunction {
        if let known = functions[ObjectIdentifier(definition)] { return known.function }
        let function = CompiledFunction()
        functions[ObjectIdentifier(definition)] = (definition, function)
        pending.append((definition, function))
        return function
    }

    mutating func compileBody(of definition: Definition, into function: CompiledFunction) throws(QueryError) {
        var inner = definition.scope.adding(.function(definition))
        var depth = definition.isBuiltIn ? 0 : definition.depth
        for parameter in definition.syntax.parameters {
            if parameter.isValue {
                inner = Optional(inner).adding(.variable(parameter.name, depth: depth))
                depth += 1
                guard definition.usesAsProgram(parameter) else { continue }
            }
            inner = Optional(inner).adding(.parameter(parameter.name, depth: depth))
            depth += 1
        }
        function.body = try compile(definition.syntax.body, inner, depth)
    }
}
