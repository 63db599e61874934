import JSONParsing

/// The functions of the language: those computed here, and those written in it.
enum BuiltIns {
    typealias Native = @Sendable (_ input: JSONValue, _ arguments: [JSONValue], _ run: Run) throws -> JSONValue

    /// Functions of single arguments with one output, by name and number of arguments.
    static let natives: [String: Native] = [values, strings, numbers, arrays, paths, conversions, regexes, dates].reduce(into: [:]) {
        $0.merge($1) { first, _ in first }
    }

    /// Functions that are programs. They are compiled with the programs that use them.
    static let definitions: [String: FunctionSyntax] = {
        guard var parser = try? Parser(prelude) else { return [:] }
        var found: [String: FunctionSyntax] = [:]
        while parser.token == .keyword("def"), let function = try? parser.functionSyntax() {
            found["\(function.name)/\(function.parameters.count)"] = function
        }
        return found
    }()

    static let compiled: [String: Definition] = definitions.mapValues { Definition($0, in: .prelude, depth: 0, isBuiltIn: true) }

    /// Functions that the compiler makes nodes of its own for.
    static let specialForms: Set<String> = [
        "empty/0", "path/1", "range/1", "range/2", "range/3", "limit/2", "skip/2", "first/1", "last/1", "recurse/0", "getpath/1",
        "error/1", "_match/3",
    ]

    /// All names with their numbers of arguments, such as `map/1`.
    static let names: Set<String> = specialForms.union(natives.keys).union(definitions.keys)

    /// The parts that functions of the prelude are made of. They trust their arguments, and no other program can call them;
    /// `_strindices` is the one such name that jq itself offers.
    static let internals: Set<String> = names.filter { $0.hasPrefix("_") && $0 != "_strindices/1" }
}

extension Compiler {
    /// A node for a function that takes programs as arguments and is not written in the language itself.
    mutating func specialForm(
        _ name: String, _ arguments: [Syntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> (any Node)? {
        switch (name, arguments.count) {
        case ("empty", 0): return EmptyNode()
        case ("recurse", 0): return RecurseNode()
        case ("path", 1): return PathsNode(try compile(arguments[0], scope, depth))
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
                RangeNode(from: nodes[0], to: nodes[1], by: nodes.count == 3 ? nodes[2] : LiteralNode(1))
            }
        case ("error", 1): return pipe([try compile(arguments[0], scope, depth), NativeNode([], BuiltIns.raise)])
        case ("_match", 3):
            let place = place
            return try withSingle(arguments.reversed(), scope, depth) { nodes, _ throws(QueryError) in
                let onlyTests = (nodes[0] as? LiteralNode)?.literal.isTruthy == true
                return MatchNode(try Self.regex(nodes[2], nodes[1], place), onlyTests: onlyTests)
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

    /// A substitution whose replacement is single, and so needs no list of texts; nil for others.
    private mutating func substitution(
        isGlobal: Bool, _ arguments: [Syntax], _ scope: StaticScope?, _ depth: Int
    ) throws(QueryError) -> (any Node)? {
        let replacement = try compile(arguments[1], scope, depth)
        guard replacement.isSingle else { return nil }
        var flags = arguments.count == 3 ? arguments[2] : .literal("")
        if isGlobal { flags = .operation(.add, flags, .literal("g")) }
        let place = place
        return try withSingle([flags, arguments[0]], scope, depth) { nodes, last throws(QueryError) in
            let inner = last == depth ? replacement : OuterNode(levels: last - depth, replacement)
            return SubstituteNode(try Self.regex(nodes[1], nodes[0], place), replacement: inner)
        }
    }

    /// The regular expression of a call. One that the program spells is compiled at once, and a wrong one is reported where the call
    /// stands: at run time every record would fail.
    private static func regex(_ pattern: any Node, _ flags: any Node, _ place: Int) throws(QueryError) -> RegexSource {
        do {
            return try RegexSource(pattern: pattern, flags: flags)
        } catch {
            throw QueryError(error.message, offset: place)
        }
    }
}
