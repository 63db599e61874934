import JSONParsing

/// The source of a regular expression: compiled with the program if it is a literal, otherwise at run time.
struct RegexSource: Sendable {
    private let pattern: any Node
    /// nil if the pattern may be an array of pattern and flags.
    private let flags: (any Node)?
    private let compiled: RegexPattern?

    /// - Throws: ``QueryRuntimeError`` for an invalid literal pattern.
    init(pattern: any Node, flags: (any Node)?) throws(QueryRuntimeError) {
        self.pattern = pattern
        self.flags = flags
        if let pattern = pattern as? LiteralNode, flags == nil || flags is LiteralNode {
            let (pattern, flags) = try Self.parts(pattern.literal, (flags as? LiteralNode)?.literal)
            compiled = try RegexPattern(pattern, flags)
        } else {
            compiled = nil
        }
    }

    func pattern(_ input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> RegexPattern {
        if let compiled { return compiled }
        let (pattern, flags) = try Self.parts(
            try pattern.value(of: input, scope, budget), try self.flags?.value(of: input, scope, budget))
        return try budget.pattern(pattern, flags)
    }

    /// Takes an array apart that stands for pattern and flags.
    private static func parts(
        _ pattern: JSONValue, _ flags: JSONValue?
    ) throws(QueryRuntimeError) -> (pattern: JSONValue, flags: JSONValue) {
        if let flags { return (pattern, flags) }
        if pattern.kind == .string { return (pattern, .null) }
        guard let parts = pattern.array, let first = parts.first else {
            throw QueryRuntimeError("\(pattern.kind.rawValue) not a string or array")
        }
        return (first, parts.count > 1 ? parts[1] : .null)
    }

    /// The bytes to search. Counts their memory.
    static func bytes(_ input: JSONValue, _ budget: QueryBudget) throws -> [UInt8] {
        let utf8 = try text(input, budget).utf8
        try budget.allocate(MemorySize.string(utf8.count))
        return Array(utf8)
    }

    /// The string to search. Charges for its length.
    private static func text(_ input: JSONValue, _ budget: QueryBudget) throws -> String {
        try budget.charge(for: input)
        guard case .string(let string) = try input.decoded() else {
            throw QueryRuntimeError("\(ValueText.described(input)) cannot be matched, as it is not a string")
        }
        return string
    }
}
