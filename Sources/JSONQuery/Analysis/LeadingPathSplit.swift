import JSONParsing

/// Splits a syntax tree after the plain path at its start: `.a[].b | f` into the path `.a[].b` and the rest `f`.
enum LeadingPathSplit {
    /// The largest array index in the path. An index beyond it is left to the rest of the program.
    private static let maxElement = 1 << 40

    /// - Returns: The steps of the path, none without one, and the rest, nil if nothing follows; nil if the expression cannot be split.
    static func split(_ syntax: ExpressionSyntax, takesElements: Bool = false) -> (steps: [JSONPathStep], rest: ExpressionSyntax?)? {
        func split(_ syntax: ExpressionSyntax) -> (steps: [JSONPathStep], rest: ExpressionSyntax?)? {
            Self.split(syntax, takesElements: takesElements)
        }
        switch syntax {
        case .identity: return ([], nil)
        case .index(let target, let key, let isOptional):
            // A computed key is evaluated on the input of the whole path, so that path cannot be split off.
            guard case .literal(let value) = key, let (steps, rest) = split(target) else { return nil }
            if rest == nil, let name = value.string { return (steps + [.key(name, optional: isOptional)], nil) }
            if rest == nil, takesElements, let index = value.number?.int64, index >= 0, index <= maxElement {
                return (steps + [.element(Int(index), optional: isOptional)], nil)
            }
            return (steps, .index(rest ?? .identity, key: key, optional: isOptional))
        case .slice(let target, let from, let to, let isOptional):
            guard isLiteral(from), isLiteral(to), let (steps, rest) = split(target) else { return nil }
            return (steps, .slice(rest ?? .identity, from: from, to: to, optional: isOptional))
        case .iterate(let target, let isOptional):
            guard let (steps, rest) = split(target) else { return nil }
            guard let rest else { return (steps + [.iterate(optional: isOptional)], nil) }
            return (steps, .iterate(rest, optional: isOptional))
        case .pipe(let stages): return Self.split(stages[...], takesElements: takesElements)
        case .placed(let syntax, let place):
            guard let (steps, rest) = split(syntax) else { return nil }
            return (steps, rest.map { .placed($0, place) })
        default: return nil
        }
    }

    private static func split(_ stages: ArraySlice<ExpressionSyntax>, takesElements: Bool) -> (
        steps: [JSONPathStep], rest: ExpressionSyntax?
    )? {
        var steps: [JSONPathStep] = []
        var left = stages
        while let stage = left.first {
            guard let (more, rest) = split(stage, takesElements: takesElements) else { break }
            left.removeFirst()
            steps += more
            if let rest { return (steps, pipe([rest] + left)) }
        }
        return (steps, left.isEmpty ? nil : pipe(Array(left)))
    }

    private static func pipe(_ stages: [ExpressionSyntax]) -> ExpressionSyntax { stages.count == 1 ? stages[0] : .pipe(stages) }

    private static func isLiteral(_ bound: ExpressionSyntax?) -> Bool {
        switch bound {
        case nil, .literal: true
        default: false
        }
    }
}
