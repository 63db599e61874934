import JSONParsing

/// The syntax tree of an expression. Names are not resolved yet.
indirect enum ExpressionSyntax: Sendable {
    case identity
    case recurse
    case literal(JSONValue)
    /// A string with interpolated programs, and its offset in bytes. The format converts the outputs; nil converts them as `tostring` does.
    case string(format: String?, offset: Int, [StringPart])
    /// `@name` alone.
    case format(String, offset: Int)
    case index(ExpressionSyntax, key: ExpressionSyntax, optional: Bool)
    case slice(ExpressionSyntax, from: ExpressionSyntax?, to: ExpressionSyntax?, optional: Bool)
    case iterate(ExpressionSyntax, optional: Bool)
    case collect(ExpressionSyntax?)
    case object([ObjectEntry])
    case negate(ExpressionSyntax)
    case operation(BinaryOperator, ExpressionSyntax, ExpressionSyntax)
    case update(UpdateOperator, ExpressionSyntax, ExpressionSyntax)
    case pipe([ExpressionSyntax])
    case comma([ExpressionSyntax])
    case condition([Branch], otherwise: ExpressionSyntax?)
    case attempt(ExpressionSyntax, handler: ExpressionSyntax?)
    case reduce(source: ExpressionSyntax, [DestructuringPattern], start: ExpressionSyntax, update: ExpressionSyntax)
    case foreach(
        source: ExpressionSyntax, [DestructuringPattern], start: ExpressionSyntax, update: ExpressionSyntax, extract: ExpressionSyntax?)
    case define(FunctionSyntax, ExpressionSyntax)
    case bind(source: ExpressionSyntax, [DestructuringPattern], ExpressionSyntax)
    case label(String, ExpressionSyntax)
    case exit(label: String, offset: Int)
    case variable(String, offset: Int)
    case location(line: Int)
    case call(String, [ExpressionSyntax], offset: Int)
    /// An expression with its source range in bytes. Only in a tree for ``QueryDiagnosis``.
    case placed(ExpressionSyntax, Range<Int>)

    /// Offset of the expression in the source, in bytes, if it records one.
    var offset: Int? {
        switch self {
        case .string(_, let offset, _), .format(_, let offset), .exit(_, let offset), .variable(_, let offset), .call(_, _, let offset):
            offset
        case .placed(let syntax, _): syntax.offset
        default: nil
        }
    }

    /// Literal text of a string, or an interpolated program.
    enum StringPart: Sendable {
        case text(String)
        case program(ExpressionSyntax)
    }

    /// A member in an object construction.
    struct ObjectEntry: Sendable {
        let key: ExpressionSyntax
        /// nil for the field of the input with this name.
        let value: ExpressionSyntax?
    }

    /// `if` or `elif` with its `then`.
    struct Branch: Sendable {
        let condition: ExpressionSyntax
        let result: ExpressionSyntax
    }

    enum UpdateOperator: Equatable, Sendable {
        case assign, modify, alternative
        case arithmetic(BinaryOperator)
    }
}

/// `def name(parameters): body;`
struct FunctionSyntax: Sendable {
    let name: String
    let parameters: [Parameter]
    let body: ExpressionSyntax

    struct Parameter: Sendable {
        let name: String
        /// Whether it was written `$name`, so that it can be used as a value.
        let isValue: Bool
    }
}

/// A destructuring pattern after `as`.
indirect enum DestructuringPattern: Sendable {
    case variable(String)
    case array([DestructuringPattern])
    case object([Entry])

    /// `$name: pattern`, `key: pattern` or `(program): pattern`.
    struct Entry: Sendable {
        let variable: String?
        let key: ExpressionSyntax
        let value: DestructuringPattern?
    }

    /// The names that the pattern binds, in order.
    var names: [String] {
        switch self {
        case .variable(let name): [name]
        case .array(let elements): elements.flatMap(\.names)
        case .object(let entries): entries.flatMap { ($0.variable.map { [$0] } ?? []) + ($0.value?.names ?? []) }
        }
    }
}

extension DestructuringPattern {
    /// The key expressions of all objects in the pattern.
    var programs: [ExpressionSyntax] {
        switch self {
        case .variable: []
        case .array(let elements): elements.flatMap(\.programs)
        case .object(let entries): entries.flatMap { [$0.key] + ($0.value?.programs ?? []) }
        }
    }
}

extension ExpressionSyntax {
    /// The direct subexpressions.
    var children: [ExpressionSyntax] {
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

    /// Whether this expression contains a call of a name with this number of arguments.
    func calls(_ name: String, _ arity: Int) -> Bool {
        contains { if case .call(name, let arguments, _) = $0 { arguments.count == arity } else { false } }
    }

    /// Whether this expression, or one inside it, meets a condition.
    func contains(_ isWanted: (ExpressionSyntax) -> Bool) -> Bool {
        var open = [self]
        while let syntax = open.popLast() {
            if isWanted(syntax) { return true }
            open += syntax.children
        }
        return false
    }
}
