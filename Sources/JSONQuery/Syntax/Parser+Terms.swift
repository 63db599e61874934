import JSONParsing

extension Parser {
    /// A term and the suffixes that select from it: `.name`, `[…]`, `?`.
    mutating func postfix() throws(QueryError) -> ExpressionSyntax {
        let start = tokenStart
        var term = try self.term()
        var chain = 0
        while true {
            term = placed(term, from: start)
            chain += 1
            guard chain <= Self.maxChain else { throw QueryError("a path of more than \(Self.maxChain) steps", offset: tokenStart) }
            switch token {
            case .field(let name):
                try advance()
                term = .index(term, key: .literal(.string(name)), optional: try takeOptional())
            case .symbol("."):
                try advance()
                if let key = try quotedKey() {
                    term = .index(term, key: key, optional: try takeOptional())
                } else if token == .symbol("[") {
                    term = try bracketSuffix(of: term)
                } else {
                    throw unexpected("a name or \"[\" behind \".\"")
                }
            case .symbol("["): term = try bracketSuffix(of: term)
            case .symbol("?"):
                try advance()
                term = .attempt(term, handler: nil)
            default: return term
            }
        }
    }

    /// A string after a dot, with or without a format.
    private mutating func quotedKey() throws(QueryError) -> ExpressionSyntax? {
        let start = tokenStart
        switch token {
        case .quote: return try string(format: nil)
        case .format(let name):
            try advance()
            guard token == .quote else { throw unexpected("a string behind \"@\(name)\"") }
            return try string(format: name, at: start)
        default: return nil
        }
    }

    private mutating func takeOptional() throws(QueryError) -> Bool { try take("?") }

    private mutating func bracketSuffix(of term: ExpressionSyntax) throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        try expect("[")
        if try take("]") { return .iterate(term, optional: try takeOptional()) }
        if try take(":") {
            let end = try pipe()
            try expect("]", closing: opening)
            return .slice(term, from: nil, to: end, optional: try takeOptional())
        }
        let first = try pipe()
        if try take(":") {
            let end = token == .symbol("]") ? nil : try pipe()
            try expect("]", closing: opening)
            return .slice(term, from: first, to: end, optional: try takeOptional())
        }
        try expect("]", closing: opening)
        return .index(term, key: first, optional: try takeOptional())
    }

    private mutating func term() throws(QueryError) -> ExpressionSyntax {
        let start = tokenStart
        switch token {
        case .field(let name):
            try advance()
            return .index(.identity, key: .literal(.string(name)), optional: try takeOptional())
        case .number(let text):
            try advance()
            return .literal(.number(NumberText.literal(text)))
        case .quote: return try string(format: nil)
        case .format(let name):
            try advance()
            return token == .quote ? try string(format: name, at: start) : .format(name, offset: start)
        case .variable("__loc__"):
            let line = 1 + lexer.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            try advance()
            return .location(line: line)
        case .variable(let name):
            try advance()
            return .variable(name, offset: start)
        case .name(let name):
            try advance()
            return try call(name, start)
        case .keyword(let word): return try keywordTerm(word)
        case .symbol(let symbol): return try symbolTerm(symbol)
        case .end: throw unexpected("an expression")
        }
    }

    private static let constants: [String: JSONValue] = ["null": nil, "true": true, "false": false]

    private mutating func call(_ name: String, _ start: Int) throws(QueryError) -> ExpressionSyntax {
        if name == "break" {
            guard case .variable(let label) = token else { throw unexpected("the $name of a label behind \"break\"") }
            let place = tokenStart
            try advance()
            return .exit(label: label, offset: place)
        }
        var arguments: [ExpressionSyntax] = []
        if try take("(") {
            repeat { arguments.append(try pipe()) } while try take(";")
            try expect(")", closing: start)
        } else if let constant = Self.constants[name] {
            return .literal(constant)
        }
        return .call(name, arguments, offset: start)
    }

    private mutating func symbolTerm(_ symbol: String) throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        switch symbol {
        case ".":
            try advance()
            guard let key = try quotedKey() else { return .identity }
            return .index(.identity, key: key, optional: try takeOptional())
        case "..":
            try advance()
            return .recurse
        case "(":
            try advance()
            let inner = try pipe()
            try expect(")", closing: opening)
            return inner
        case "[":
            try advance()
            if try take("]") { return .collect(nil) }
            let inner = try pipe()
            try expect("]", closing: opening)
            return .collect(inner)
        case "{": return try object()
        default: throw unexpected("an expression")
        }
    }

    private mutating func keywordTerm(_ word: String) throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        switch word {
        case "if": return try condition()
        case "reduce":
            try advance()
            let (source, patterns) = try loopHead()
            let start = try pipe()
            try expect(";")
            let update = try pipe()
            try expect(")", closing: opening)
            return .reduce(source: source, patterns, start: start, update: update)
        case "foreach":
            try advance()
            let (source, patterns) = try loopHead()
            let start = try pipe()
            try expect(";")
            let update = try pipe()
            let extract = try take(";") ? try pipe() : nil
            try expect(")", closing: opening)
            return .foreach(source: source, patterns, start: start, update: update, extract: extract)
        default: throw unexpected("an expression")
        }
    }

    private mutating func loopHead() throws(QueryError) -> (ExpressionSyntax, [DestructuringPattern]) {
        let source = try deeper { parser throws(QueryError) in try parser.operators(from: 0) }
        try expect(.keyword("as"))
        let patterns = try self.patterns()
        try expect("(")
        return (source, patterns)
    }

    private mutating func condition() throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        var branches: [ExpressionSyntax.Branch] = []
        repeat {
            let start = tokenStart
            try advance()
            let condition = try pipe()
            try expect(.keyword("then"), closing: start)
            branches.append(.init(condition: condition, result: try pipe()))
        } while token == .keyword("elif")
        let otherwise = try take(.keyword("else")) ? try pipe() : nil
        try expect(.keyword("end"), closing: opening)
        return .condition(branches, otherwise: otherwise)
    }
}
