import JSONParsing

/// The source of a regular expression: compiled with the program if it is a literal, otherwise at run time.
struct RegexSource: Sendable {
    private let pattern: any Node
    private let flags: any Node
    private let compiled: RegexPattern?

    /// - Throws: ``QueryRuntimeError`` for an invalid literal pattern.
    init(pattern: any Node, flags: any Node) throws(QueryRuntimeError) {
        self.pattern = pattern
        self.flags = flags
        if let pattern = pattern as? LiteralNode, let flags = flags as? LiteralNode {
            compiled = try RegexPattern(pattern.literal, flags.literal)
        } else {
            compiled = nil
        }
    }

    func pattern(_ input: JSONValue, _ scope: Scope?, _ run: Run) throws -> RegexPattern {
        try compiled ?? run.pattern(try pattern.value(of: input, scope, run), try flags.value(of: input, scope, run))
    }

    /// The bytes to search. Counts their memory.
    static func bytes(_ input: JSONValue, _ run: Run) throws -> [UInt8] {
        let utf8 = try text(input, run).utf8
        try run.allocate(MemorySize.string(utf8.count))
        return Array(utf8)
    }

    /// The string to search. Charges for its length.
    private static func text(_ input: JSONValue, _ run: Run) throws -> String {
        try run.charge(for: input)
        guard case .string(let string) = try input.decoded() else {
            throw QueryRuntimeError("\(ValueText.described(input)) cannot be matched, as it is not a string")
        }
        return string
    }
}
