import JSONParsing

extension Parser {
    /// Patterns behind `as`, separated by `?//`.
    mutating func patterns() throws(QueryError) -> [Pattern] {
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

    private mutating func pattern() throws(QueryError) -> Pattern {
        try deeper { parser throws(QueryError) in
            switch parser.token {
            case .variable(let name) where name != "__loc__":
                try parser.advance()
                return .variable(name)
            case .symbol("["):
                try parser.advance()
                var elements: [Pattern] = []
                repeat { elements.append(try parser.pattern()) } while try parser.take(",")
                try parser.expect("]")
                return .array(elements)
            case .symbol("{"):
                try parser.advance()
                var entries: [Pattern.Entry] = []
                repeat { entries.append(try parser.patternEntry()) } while try parser.take(",")
                try parser.expect("}")
                return .object(entries)
            default: throw parser.unexpected("a $name, \"[\" or \"{\"")
            }
        }
    }

    private mutating func patternEntry() throws(QueryError) -> Pattern.Entry {
        let start = tokenStart
        let key: Syntax
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
