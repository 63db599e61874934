import JSONParsing

extension Parser {
    private enum Associativity { case left, right, none }

    private enum Infix {
        case operation(BinaryOperator)
        case update(ExpressionSyntax.UpdateOperator)
    }

    /// The infix operators with their level of precedence: `//` binds least, then assignments, `or`, `and`, comparisons, sums, products.
    private static let infixes: [String: (level: Int, associativity: Associativity, infix: Infix)] = [
        "//": (0, .right, .operation(.alternative)),
        "=": (1, .none, .update(.assign)),
        "|=": (1, .none, .update(.modify)),
        "//=": (1, .none, .update(.alternative)),
        "+=": (1, .none, .update(.arithmetic(.add))),
        "-=": (1, .none, .update(.arithmetic(.subtract))),
        "*=": (1, .none, .update(.arithmetic(.multiply))),
        "/=": (1, .none, .update(.arithmetic(.divide))),
        "%=": (1, .none, .update(.arithmetic(.remainder))),
        "or": (2, .left, .operation(.or)),
        "and": (3, .left, .operation(.and)),
        "==": (4, .none, .operation(.equal)),
        "!=": (4, .none, .operation(.unequal)),
        "<": (4, .none, .operation(.less)),
        "<=": (4, .none, .operation(.lessOrEqual)),
        ">": (4, .none, .operation(.greater)),
        ">=": (4, .none, .operation(.greaterOrEqual)),
        "+": (5, .left, .operation(.add)),
        "-": (5, .left, .operation(.subtract)),
        "*": (6, .left, .operation(.multiply)),
        "/": (6, .left, .operation(.divide)),
        "%": (6, .left, .operation(.remainder)),
    ]

    private var nextInfix: (level: Int, associativity: Associativity, infix: Infix)? {
        switch token {
        case .symbol(let name), .keyword(let name): Self.infixes[name]
        default: nil
        }
    }

    /// Operands and operators that bind at least as tightly as a level.
    mutating func operators(from lowest: Int) throws(QueryError) -> ExpressionSyntax {
        let start = tokenStart
        var left = try unary()
        var ceiling = Int.max
        var chain = 0
        while let (level, associativity, infix) = nextInfix, level >= lowest {
            guard level < ceiling else {
                throw QueryError("\(token.described) cannot follow an operator of its own kind; use parentheses", offset: tokenStart)
            }
            chain += 1
            guard chain <= Self.maxChain else {
                throw QueryError("more than \(Self.maxChain) operators in a row; use parentheses", offset: tokenStart)
            }
            try advance()
            let right = try deeper { parser throws(QueryError) in
                try parser.operators(from: associativity == .right ? level : level + 1)
            }
            ceiling = associativity == .none ? level : Int.max
            switch infix {
            case .operation(let name): left = .operation(name, left, right)
            case .update(let name): left = .update(name, left, right)
            }
            left = placed(left, from: start)
        }
        return left
    }

    /// Parses an operand with its prefix, a minus sign or `try`.
    private mutating func unary() throws(QueryError) -> ExpressionSyntax {
        let start = tokenStart
        switch token {
        case .symbol("-"):
            try advance()
            let operand = try deeper { parser throws(QueryError) in try parser.unary() }
            if case .literal(.number(let number)) = operand { return .literal(.number(number.negated)) }
            return placed(.negate(operand), from: start)
        case .keyword("try"):
            try advance()
            let body = try deeper { parser throws(QueryError) in try parser.unary() }
            guard try take(.keyword("catch")) else { return .attempt(body, handler: nil) }
            return .attempt(body, handler: try deeper { parser throws(QueryError) in try parser.unary() })
        default: return try postfix()
        }
    }
}
