import JSONParsing

extension Parser {
    /// An object construction.
    mutating func object() throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        try expect("{")
        var entries: [ExpressionSyntax.ObjectEntry] = []
        while token != .symbol("}") {
            entries.append(try objectEntry())
            guard try take(",") else { break }
        }
        try expect("}", closing: opening)
        return .object(entries)
    }

    private mutating func objectEntry() throws(QueryError) -> ExpressionSyntax.ObjectEntry {
        let start = tokenStart
        let key: ExpressionSyntax
        var mayStandAlone = true
        switch token {
        case .variable("__loc__"):
            let line = 1 + lexer.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            try advance()
            return .init(key: .literal("__loc__"), value: .location(line: line))
        case .variable(let name):
            try advance()
            // `{$name: value}` takes the value of the variable as the key.
            guard try take(":") else { return .init(key: .literal(.string(name)), value: .variable(name, offset: start)) }
            return .init(key: .variable(name, offset: start), value: try objectValue())
        case .name(let name), .keyword(let name):
            try advance()
            key = .literal(.string(name))
        case .quote:
            key = try string(format: nil)
        case .format(let name):
            try advance()
            guard token == .quote else { throw unexpected("a string behind \"@\(name)\"") }
            key = try string(format: name, at: start)
        case .symbol("("):
            mayStandAlone = false
            try advance()
            key = try pipe()
            if case .literal(let value) = key, value.kind != .string {
                throw QueryError("Cannot use \(ValueText.described(value)) as object key", offset: start + 1)
            }
            try expect(")", closing: start)
        case .number: throw QueryError("a number cannot be an object key; use a string", offset: start)
        default: throw unexpected("a key or \"}\"")
        }
        if try take(":") { return .init(key: key, value: try objectValue()) }
        guard mayStandAlone else { throw unexpected("\":\" behind the key") }
        guard token == .symbol(",") || token == .symbol("}") else {
            throw unexpected("\":\", \",\" or \"}\"")
        }
        return .init(key: key, value: Self.isLiteral(key) ? .index(.identity, key: key, optional: false) : nil)
    }

    private static func isLiteral(_ syntax: ExpressionSyntax) -> Bool { if case .literal = syntax { true } else { false } }

    /// The value of a member: operators and pipes, and neither a comma nor a binding.
    private mutating func objectValue() throws(QueryError) -> ExpressionSyntax {
        try deeper { parser throws(QueryError) in
            var stages = [try parser.operators(from: 0)]
            while try parser.take("|") { stages.append(try parser.operators(from: 0)) }
            return stages.count == 1 ? stages[0] : .pipe(stages)
        }
    }

    /// Patterns after `as`, separated by `?//`.
    mutating func patterns() throws(QueryError) -> [DestructuringPattern] {
        var patterns = [try pattern()]
        while token == .symbol("?") {
            try advance()
            try expect("//")
            patterns.append(try pattern())
            guard patterns.count <= Self.maxNesting else {
                throw QueryError("more than \(Self.maxNesting) alternative patterns", offset: tokenStart)
            }
        }
        return patterns
    }

    private mutating func pattern() throws(QueryError) -> DestructuringPattern {
        try deeper { parser throws(QueryError) in
            switch parser.token {
            case .variable(let name) where name != "__loc__":
                try parser.advance()
                return .variable(name)
            case .symbol("["):
                try parser.advance()
                var elements: [DestructuringPattern] = []
                repeat { elements.append(try parser.pattern()) } while try parser.take(",")
                try parser.expect("]")
                return .array(elements)
            case .symbol("{"):
                try parser.advance()
                var entries: [DestructuringPattern.Entry] = []
                repeat { entries.append(try parser.patternEntry()) } while try parser.take(",")
                try parser.expect("}")
                return .object(entries)
            default: throw parser.unexpected("a $name, \"[\" or \"{\"")
            }
        }
    }

    private mutating func patternEntry() throws(QueryError) -> DestructuringPattern.Entry {
        let start = tokenStart
        let key: ExpressionSyntax
        switch token {
        case .variable(let name):
            try advance()
            let value = try take(":") ? try pattern() : nil
            return .init(variable: name, key: .literal(.string(name)), value: value)
        case .name(let name), .keyword(let name):
            try advance()
            key = .literal(.string(name))
        case .quote: key = try string(format: nil)
        case .format(let name):
            try advance()
            guard token == .quote else { throw unexpected("a string behind \"@\(name)\"") }
            key = try string(format: name, at: start)
        case .symbol("("):
            try advance()
            key = try pipe()
            if case .literal(let value) = key, value.kind != .string {
                throw QueryError("Cannot use \(ValueText.described(value)) as object key", offset: start + 1)
            }
            try expect(")")
        default: throw unexpected("a key")
        }
        try expect(":")
        return .init(variable: nil, key: key, value: try pattern())
    }
}
