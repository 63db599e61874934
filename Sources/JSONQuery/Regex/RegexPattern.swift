import JSONParsing

/// A regular expression with its flags.
struct RegexPattern: Sendable {
    let program: RegexProgram
    let isGlobal: Bool
    let isNonempty: Bool
    /// Whether the longest of all matches counts, and not the first.
    let isLongest: Bool
    /// Whether a matcher may remember what failed: what follows from a position depends on nothing else.
    var canRemember: Bool { program.memoryRowCount > 0 && !program.hasReferences && !dependsOnStart }
    /// Whether the matcher may try the same again and again, so that its steps need a limit.
    var isExempt: Bool { program.hasReferences || program.hasLook || dependsOnStart }
    /// Whether the start of a match decides whether it is wanted, and is known at its end only.
    private var dependsOnStart: Bool { program.hasKeep && (isNonempty || isLongest) }
    /// Whether a failure in one search may be a match in the next one.
    var dependsOnSearch: Bool { isGlobal && (isLongest || program.hasSearchStart) }

    /// Limit of a pattern, and of its flags, in bytes, so that compiling takes less than a tenth of a second.
    private static let maxBytes = 1 << 16

    /// - Parameters:
    ///   - pattern: A string.
    ///   - flags: A string or null.
    /// - Throws: ``RegexError`` for an invalid pattern or flag.
    init(_ pattern: JSONValue, _ flags: JSONValue) throws(QueryRuntimeError) {
        guard let text = pattern.string else {
            throw QueryRuntimeError("\(ValueText.described(pattern)) is not a string")
        }
        guard text.utf8.count <= Self.maxBytes, (flags.string ?? "").utf8.count <= Self.maxBytes else {
            throw QueryRuntimeError("\(ValueText.shortened(pattern)) (at offset 0) is not a valid regex: the pattern is too large")
        }
        guard flags.isNull || flags.kind == .string else { throw QueryRuntimeError("\(ValueText.described(flags)) is not a string") }
        var options = RegexParser.Options()
        var isGlobal = false
        var isNonempty = false
        var isLongest = false
        for flag in (flags.string ?? "").unicodeScalars {
            switch flag {
            case "g": isGlobal = true
            case "i": options.ignoresCase = true
            case "x": options.isExtended = true
            case "n": isNonempty = true
            case "m", "p": options.dotMatchesLineBreak = true
            case "l": isLongest = true
            // Single-line mode, in which `^` matches at the start only, is the default.
            case "s": break
            default: throw QueryRuntimeError("\(flags.string ?? "") is not a valid modifier string")
            }
        }
        self.isGlobal = isGlobal
        self.isNonempty = isNonempty
        self.isLongest = isLongest
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
