import JSONParsing

extension Query {
    /// The plain path that the program begins with, such as `.a.b[]` in `.a.b[] | select(.c)`, and what follows it as a program of its
    /// own (nil if nothing does); nil if the program begins with anything else.
    ///
    /// Running the rest on each value at the path gives the outputs of the whole program, in the same order. The rest's ``source`` is
    /// that of the whole program.
    public var leadingPath: (steps: [PathStep], rest: Query?)? {
        guard let (steps, rest) = LeadingPath.split(syntax), !steps.isEmpty else { return nil }
        guard let rest else { return (steps, nil) }
        guard let query = try? Query(rest, source: source, variables: variables) else { return nil }
        return (steps, query)
    }
}

/// Takes the plain path off the front of a program.
private enum LeadingPath {
    /// - Returns: The steps and what follows them; nil if the piece cannot be taken apart. No steps: it begins with no path.
    static func split(_ syntax: Syntax) -> (steps: [PathStep], rest: Syntax?)? {
        switch syntax {
        case .identity: return ([], nil)
        case .index(let target, let key, let isOptional):
            // Other keys are evaluated on the input of the whole path.
            guard case .literal(let value) = key, let (steps, rest) = split(target) else { return nil }
            if rest == nil, let name = value.string { return (steps + [.key(name, optional: isOptional)], nil) }
            return (steps, .index(rest ?? .identity, key: key, optional: isOptional))
        case .slice(let target, let from, let to, let isOptional):
            guard isLiteral(from), isLiteral(to), let (steps, rest) = split(target) else { return nil }
            return (steps, .slice(rest ?? .identity, from: from, to: to, optional: isOptional))
        case .iterate(let target, let isOptional):
            guard let (steps, rest) = split(target) else { return nil }
            guard let rest else { return (steps + [.iterate(optional: isOptional)], nil) }
            return (steps, .iterate(rest, optional: isOptional))
        case .pipe(let stages): return split(stages[...])
        default: return nil
        }
    }

    private static func split(_ stages: ArraySlice<Syntax>) -> (steps: [PathStep], rest: Syntax?)? {
        var steps: [PathStep] = []
        var left = stages
        while let stage = left.first {
            guard let (more, rest) = split(stage) else { break }
            left.removeFirst()
            steps += more
            if let rest { return (steps, pipe([rest] + left)) }
        }
        return (steps, left.isEmpty ? nil : pipe(Array(left)))
    }

    private static func pipe(_ stages: [Syntax]) -> Syntax { stages.count == 1 ? stages[0] : .pipe(stages) }

    private static func isLiteral(_ bound: Syntax?) -> Bool {
        switch bound {
        case nil, .literal: true
        default: false
        }
    }
}
