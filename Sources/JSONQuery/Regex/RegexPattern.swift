import JSONParsing

/// A regular expression with its flags.
struct RegexPattern: Sendable {
    let program: RegexProgram
    let isGlobal: Bool
    let isNonempty: Bool

    /// Limit of a pattern, and of its flags, in bytes, so that compiling takes less than a tenth of a second.
    private static let maxBytes = 1 << 16

    /// - Parameters:
    ///   - pattern: A string, or an array of pattern and flags.
    ///   - flags: A string or null.
    /// - Throws: ``RegexError`` for an invalid pattern or flag.
    init(_ pattern: JSONValue, _ flags: JSONValue) throws(QueryRuntimeError) {
        if pattern.kind == .array {
            let parts = pattern.array ?? []
            let own = parts.count > 1 ? parts[1] : .null
            guard let first = parts.first, first.kind == .string else {
                throw QueryRuntimeError("\(ValueText.described(pattern)) cannot be matched, as it is not a string")
            }
            // Flags that a function adds, such as "g", come on top of those in the array.
            self = try RegexPattern(first, .string((own.string ?? "") + (flags.string ?? "")))
            return
        }
        guard let text = pattern.string else {
            throw QueryRuntimeError("\(ValueText.described(pattern)) cannot be matched, as it is not a string")
        }
        guard text.utf8.count <= Self.maxBytes, (flags.string ?? "").utf8.count <= Self.maxBytes else {
            throw QueryRuntimeError("\(ValueText.shortened(pattern)) (at offset 0) is not a valid regex: the pattern is too large")
        }
        guard flags.isNull || flags.kind == .string else { throw QueryRuntimeError("\(ValueText.described(flags)) is not a string") }
        var options = RegexParser.Options()
        var isGlobal = false
        var isNonempty = false
        for flag in (flags.string ?? "").unicodeScalars {
            switch flag {
            case "g": isGlobal = true
            case "i": options.ignoresCase = true
            case "x": options.isExtended = true
            case "n": isNonempty = true
            case "p": options.dotMatchesLineBreak = true
            // Single-line mode is the default, and the longest of several matches is not looked for.
            case "s", "l": break
            default: throw QueryRuntimeError("\(flags.string ?? "") is not a valid modifier string")
            }
        }
        self.isGlobal = isGlobal
        self.isNonempty = isNonempty
        do {
            program = try RegexProgram(text, options)
        } catch {
            throw QueryRuntimeError("\(text) (at offset 0) is not a valid regex: \(error.message)")
        }
    }
}

extension Run {
    /// The compiled form of a pattern that is known only now.
    func pattern(_ pattern: JSONValue, _ flags: JSONValue) throws -> RegexPattern {
        let key = try JSONValue.array([pattern, flags]).canonicalText(self)
        if let known = patterns[key] { return known }
        // Compiling takes a microsecond for each byte, at most.
        try steps(8 * key.utf8.count)
        let compiled = try RegexPattern(pattern, flags)
        patternBytes += compiled.program.byteCount + MemorySize.string(key.utf8.count)
        if patternBytes > Self.maxPatternBytes {
            patterns = [:]
            patternBytes = compiled.program.byteCount + MemorySize.string(key.utf8.count)
        }
        patterns[key] = compiled
        return compiled
    }
}
