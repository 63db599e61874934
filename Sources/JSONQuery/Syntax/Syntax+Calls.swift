extension Syntax {
    /// The pieces that this one is made of.
    var children: [Syntax] {
        switch self {
        case .identity, .recurse, .literal, .format, .exit, .variable, .location: []
        case .string(_, _, let parts): parts.compactMap { if case .program(let program) = $0 { program } else { nil } }
        case .index(let target, let key, _): [target, key]
        case .slice(let target, let from, let to, _): [target] + [from, to].compactMap(\.self)
        case .iterate(let target, _): [target]
        case .collect(let body): body.map { [$0] } ?? []
        case .object(let entries): entries.flatMap { [$0.key] + ($0.value.map { [$0] } ?? []) }
        case .negate(let operand): [operand]
        case .operation(_, let left, let right), .update(_, let left, let right): [left, right]
        case .pipe(let parts), .comma(let parts): parts
        case .condition(let branches, let otherwise):
            branches.flatMap { [$0.condition, $0.result] } + (otherwise.map { [$0] } ?? [])
        case .attempt(let body, let handler): [body] + (handler.map { [$0] } ?? [])
        case .reduce(let source, let patterns, let start, let update):
            [source, start, update] + patterns.flatMap(\.programs)
        case .foreach(let source, let patterns, let start, let update, let extract):
            [source, start, update] + (extract.map { [$0] } ?? []) + patterns.flatMap(\.programs)
        case .define(let function, let rest): [function.body, rest]
        case .bind(let source, let patterns, let body): [source, body] + patterns.flatMap(\.programs)
        case .label(_, let body): [body]
        case .call(_, let arguments, _): arguments
        case .placed(let syntax, _): [syntax]
        }
    }

    /// Whether a call of a name with this number of arguments stands anywhere in this piece.
    func calls(_ name: String, _ arity: Int) -> Bool {
        contains { if case .call(name, let arguments, _) = $0 { arguments.count == arity } else { false } }
    }

    /// Whether a piece of this kind stands anywhere in this one.
    func contains(_ isWanted: (Syntax) -> Bool) -> Bool {
        var open = [self]
        while let syntax = open.popLast() {
            if isWanted(syntax) { return true }
            open += syntax.children
        }
        return false
    }
}
