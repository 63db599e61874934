import JSONParsing

/// Builds the tree of a program by recursive descent, with precedence climbing for the operators.
struct Parser {
    /// Limit of nested brackets and other levels in a program. A small stack may end it earlier.
    static let maxNesting = 100
    /// Limit of operators of one level in a row, such as the `+` in `a + b + c`. Each one makes the syntax tree deeper.
    static let maxChain = 200
    /// Limit of the text that an error quotes of an unclosed expression, in bytes.
    private static let maxQuotation = 30

    var lexer: Lexer
    var token: Token = .end
    var tokenStart = 0
    /// The end of the token before the next one.
    private var previousEnd = 0
    /// Whether the syntax tree records the source ranges of expressions that may fail.
    private let notesPlaces: Bool
    private var nesting = 0
    private let stack = StackGuard()

    /// - Parameter notesPlaces: Whether the syntax tree records the source ranges of expressions that may fail.
    init(_ source: String, notesPlaces: Bool = false) throws(QueryError) {
        self.notesPlaces = notesPlaces
        lexer = Lexer(source)
        try advance()
    }

    /// Reads a whole program. If it is empty or ends after its definitions, its expression is `.`.
    mutating func program() throws(QueryError) -> ExpressionSyntax {
        try refuseModules()
        let syntax: ExpressionSyntax = token == .end ? .identity : try pipe()
        guard token == .end else { throw unexpectedEnd }
        return syntax
    }

    /// The error of a token that cannot follow a complete program.
    private var unexpectedEnd: QueryError {
        let advice =
            switch token {
            case .symbol(")"), .symbol("]"), .symbol("}"), .keyword("end"): "; nothing that it closes is open"
            case .symbol(";"): "; steps are joined by \"|\""
            default: ""
            }
        let message = "expected an operator or the end of the program, found \(token.described)\(advice)"
        return QueryError(unexpected: message, offset: tokenStart)
    }

    private func refuseModules() throws(QueryError) {
        if token == .keyword("module") || token == .keyword("import") || token == .keyword("include") {
            throw QueryError("modules are not supported; \"definitions\" of the pipeline file hold shared functions", offset: tokenStart)
        }
    }

    /// Adds the source range to an expression that ends before the next token, if ``notesPlaces``.
    func placed(_ syntax: ExpressionSyntax, from start: Int) -> ExpressionSyntax {
        guard notesPlaces else { return syntax }
        switch syntax {
        case .identity, .recurse, .literal, .variable, .placed: return syntax
        default: return .placed(syntax, start..<max(start, previousEnd))
        }
    }

    mutating func advance() throws(QueryError) {
        previousEnd = lexer.position
        (token, tokenStart) = try lexer.next()
    }

    /// Takes a token if it is the next one.
    mutating func take(_ wanted: Token) throws(QueryError) -> Bool {
        guard token == wanted else { return false }
        try advance()
        return true
    }

    mutating func take(_ symbol: String) throws(QueryError) -> Bool { try take(.symbol(symbol)) }

    mutating func expect(_ wanted: Token) throws(QueryError) {
        guard try take(wanted) else { throw unexpected(wanted.described) }
    }

    mutating func expect(_ symbol: String) throws(QueryError) { try expect(.symbol(symbol)) }

    /// Takes the token that closes the expression opened at an offset, such as a bracket or `end`.
    mutating func expect(_ wanted: Token, closing start: Int) throws(QueryError) {
        guard try take(wanted) else { throw unclosed(wanted, openedAt: start) }
    }

    mutating func expect(_ symbol: String, closing start: Int) throws(QueryError) { try expect(.symbol(symbol), closing: start) }

    /// The error of a token that does not close the expression opened at an offset. It quotes the beginning of that expression.
    func unclosed(_ wanted: Token, openedAt start: Int) -> QueryError {
        var end = min(start + Self.maxQuotation, max(start, tokenStart))
        while end < lexer.bytes.count, end > start, lexer.bytes[end] & 0xC0 == 0x80 { end -= 1 }
        if let line = lexer.bytes[start..<end].firstIndex(of: UInt8(ascii: "\n")) { end = line }
        let isCut = end < tokenStart && lexer.bytes[end..<tokenStart].contains { $0 > 0x20 }
        while end > start, lexer.bytes[end - 1] <= 0x20 { end -= 1 }
        return unexpected("\(wanted.described) for `\(lexer.text(start..<end))\(isCut ? "…" : "")`")
    }

    func unexpected(_ wanted: String) -> QueryError {
        QueryError(unexpected: "expected \(wanted), found \(token.described)", offset: tokenStart)
    }

    mutating func deeper<Result>(_ body: (inout Parser) throws(QueryError) -> Result) throws(QueryError) -> Result {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.maxNesting else {
            throw QueryError("the program is nested deeper than the limit of \(Self.maxNesting) levels", offset: tokenStart)
        }
        guard stack.hasRoom else {
            let limit = StackGuard.maxBytes >> 10
            throw QueryError(
                "the program is nested too deeply: level \(nesting) takes more than \(limit) KiB of stack", offset: tokenStart)
        }
        return try body(&self)
    }

    /// A whole expression: definitions, `|` and `,`.
    mutating func pipe() throws(QueryError) -> ExpressionSyntax {
        try deeper { parser throws(QueryError) in
            if parser.token == .keyword("def") { return try parser.definition() }
            var stages = [try parser.comma()]
            while try parser.take("|") {
                if parser.token == .keyword("def") {
                    stages.append(try parser.definition())
                    break
                }
                stages.append(try parser.comma())
            }
            return stages.count == 1 ? stages[0] : .pipe(stages)
        }
    }

    private mutating func comma() throws(QueryError) -> ExpressionSyntax {
        var parts = [try binding()]
        while try take(",") { parts.append(token == .keyword("def") ? try definition() : try binding()) }
        return parts.count == 1 ? parts[0] : .comma(parts)
    }

    /// An operand of `,`. If it is `label $name |` or `… as $name |`, it includes the whole scope of the name.
    private mutating func binding() throws(QueryError) -> ExpressionSyntax {
        let start = tokenStart
        if try take(.keyword("label")) {
            guard case .variable(let name) = token else { throw unexpected("the $name of a label") }
            try advance()
            try expect("|")
            return .label(name, try pipe())
        }
        let source = try operators(from: 0)
        guard try take(.keyword("as")) else { return source }
        let patterns = try self.patterns()
        try expect("|")
        let body = try pipe()
        return placed(.bind(source: source, patterns, body), from: start)
    }

    /// Reads definitions `def name(parameters): body;` and the expression after them.
    mutating func definition() throws(QueryError) -> ExpressionSyntax {
        var functions: [FunctionSyntax] = []
        while token == .keyword("def") { functions.append(try functionSyntax()) }
        guard functions.count <= Self.maxNesting else {
            throw QueryError("more than \(Self.maxNesting) functions in a row", offset: tokenStart)
        }
        var rest: ExpressionSyntax = token == .end ? .identity : try pipe()
        for function in functions.reversed() { rest = .define(function, rest) }
        return rest
    }

    mutating func functionSyntax() throws(QueryError) -> FunctionSyntax {
        let opening = tokenStart
        try expect(.keyword("def"))
        guard case .name(let name) = token else { throw unexpected("the name of a function") }
        try advance()
        var parameters: [FunctionSyntax.Parameter] = []
        if try take("(") {
            repeat {
                switch token {
                case .name(let parameter): parameters.append(.init(name: parameter, isValue: false))
                case .variable(let parameter): parameters.append(.init(name: parameter, isValue: true))
                default: throw unexpected("the name of a parameter")
                }
                try advance()
            } while try take(";")
            try expect(")", closing: opening)
        }
        try expect(":", closing: opening)
        let body = try pipe()
        try expect(";", closing: opening)
        return FunctionSyntax(name: name, parameters: parameters, body: body)
    }
}

extension Parser {
    /// Limit of definitions in one text. Their scopes form a chain, which is released on the stack.
    private static let maxDefinitions = 500

    /// Reads a text of definitions, which is no program: nothing but `def name: …;`.
    mutating func definitions() throws(QueryError) -> [FunctionSyntax] {
        try refuseModules()
        var functions: [FunctionSyntax] = []
        while token == .keyword("def") {
            guard functions.count < Self.maxDefinitions else {
                throw QueryError("more than \(Self.maxDefinitions) definitions", offset: tokenStart)
            }
            functions.append(try functionSyntax())
        }
        guard token == .end else {
            throw QueryError(
                "expected a definition, found \(token.described); definitions are `def name: …;` and hold no program", offset: tokenStart)
        }
        return functions
    }
}
