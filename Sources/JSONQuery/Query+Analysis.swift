internal import JSONParsing

extension Query {
    /// If the program begins with a plain path (`.a.b[]`, `.a[]?`, `."k"[]`): the steps of it, and what follows behind a `|`
    /// as a program (nil where nothing follows). Otherwise nil.
    public var leadingPath: (steps: [PathStep], rest: Query?)? {
        let stages: [Syntax] = if case .pipe(let stages) = syntax { stages } else { [syntax] }
        guard let first = stages.first, let steps = Self.steps(of: first) else { return nil }
        let rest = Array(stages.dropFirst())
        if rest.isEmpty { return (steps, nil) }
        let remaining: Syntax = rest.count == 1 ? rest[0] : .pipe(rest)
        guard let query = try? Query(remaining, source: source, variables: variables) else { return nil }
        return (steps, query)
    }

    private static func steps(of syntax: Syntax) -> [PathStep]? {
        var steps: [PathStep] = []
        var current = syntax
        while true {
            switch current {
            case .identity: return steps.reversed()
            case .index(let target, key: .literal(let key), optional: let optional):
                guard let name = key.string else { return nil }
                steps.append(.key(name, optional: optional))
                current = target
            case .index(let target, key: .string(format: nil, let parts), optional: let optional):
                guard parts.count <= 1 else { return nil }
                if case .text(let name)? = parts.first {
                    steps.append(.key(name, optional: optional))
                } else if parts.isEmpty {
                    steps.append(.key("", optional: optional))
                } else {
                    return nil
                }
                current = target
            case .iterate(let target, let optional):
                steps.append(.iterate(optional: optional))
                current = target
            default: return nil
            }
        }
    }

    /// The top-level fields of the input that the program can look at; nil if it may look at all of them.
    public var inputFields: Set<String>? {
        var fields: Set<String> = []
        return Self.collect(syntax, into: &fields) ? fields : nil
    }

    /// Adds the fields of the input that a piece of a program looks at.
    ///
    /// - Returns: false if it may look at all of them.
    private static func collect(_ syntax: Syntax, into fields: inout Set<String>) -> Bool {
        switch syntax {
        case .literal, .location, .variable, .exit: return true
        case .index(.identity, key: .literal(let key), optional: _):
            guard let name = key.string else { return false }
            fields.insert(name)
            return true
        case .identity, .recurse, .format, .update, .reduce, .foreach, .define, .label: return false
        case .bind(let source, let patterns, let body):
            return collect(source, into: &fields) && collect(body, into: &fields)
                && patterns.allSatisfy { $0.programs.allSatisfy { collect($0, into: &fields) } }
        case .pipe(let stages):
            // Only the first stage sees the input.
            guard let first = stages.first else { return false }
            return collect(first, into: &fields)
        case .call(let name, let arguments, _):
            return arguments.isEmpty && ["true", "false", "null", "empty", "now"].contains(name)
        case .index, .slice, .iterate, .collect, .object, .negate, .operation, .comma, .condition, .attempt, .string:
            return syntax.children.allSatisfy { collect($0, into: &fields) }
        }
    }
}
