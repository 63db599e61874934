import JSONParsing

/// The tree that the parser builds. Names are not looked up yet.
indirect enum Syntax: Sendable {
    case identity
    case recurse
    case literal(JSONValue)
    /// A string with interpolated programs, and its offset in bytes. The format converts the outputs; nil converts them as `tostring` does.
    case string(format: String?, offset: Int, [StringPart])
    /// `@name` alone.
    case format(String, offset: Int)
    case index(Syntax, key: Syntax, optional: Bool)
    case slice(Syntax, from: Syntax?, to: Syntax?, optional: Bool)
    case iterate(Syntax, optional: Bool)
    case collect(Syntax?)
    case object([ObjectEntry])
    case negate(Syntax)
    case operation(Operator, Syntax, Syntax)
    case update(UpdateOperator, Syntax, Syntax)
    case pipe([Syntax])
    case comma([Syntax])
    case condition([Branch], otherwise: Syntax?)
    case attempt(Syntax, handler: Syntax?)
    case reduce(source: Syntax, [Pattern], start: Syntax, update: Syntax)
    case foreach(source: Syntax, [Pattern], start: Syntax, update: Syntax, extract: Syntax?)
    case define(FunctionSyntax, Syntax)
    case bind(source: Syntax, [Pattern], Syntax)
    case label(String, Syntax)
    case exit(label: String, offset: Int)
    case variable(String, offset: Int)
    case location(line: Int)
    case call(String, [Syntax], offset: Int)
    /// A piece with its source range in bytes. Only in a tree for ``QueryDiagnosis``.
    case placed(Syntax, Range<Int>)

    /// Offset of the piece in the source, in bytes, if it records one.
    var offset: Int? {
        switch self {
        case .string(_, let offset, _), .format(_, let offset), .exit(_, let offset), .variable(_, let offset), .call(_, _, let offset):
            offset
        case .placed(let syntax, _): syntax.offset
        default: nil
        }
    }

    /// A piece of a string.
    enum StringPart: Sendable {
        case text(String)
        case program(Syntax)
    }

    /// A member in an object construction.
    struct ObjectEntry: Sendable {
        let key: Syntax
        /// nil for the field of the input with this name.
        let value: Syntax?
    }

    /// `if` or `elif` with its `then`.
    struct Branch: Sendable {
        let condition: Syntax
        let result: Syntax
    }

    enum UpdateOperator: Equatable, Sendable {
        case assign, modify, alternative
        case arithmetic(Operator)
    }
}
