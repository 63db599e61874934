import JSONParsing

extension RegexPattern {
    /// Limit of a pattern, and of its flags, in bytes, so that compiling takes less than a tenth of a second.
    static let maxBytes = 1 << 16

    /// Compiles a pattern from the arguments of a function.
    ///
    /// - Parameters:
    ///   - pattern: A string.
    ///   - flags: A string or null.
    /// - Throws: ``QueryRuntimeError`` for an invalid pattern or flag.
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
            regex = try CompiledRegex(text, options)
        } catch {
            throw QueryRuntimeError("\(text) (at offset 0) is not a valid regex: \(error.message)")
        }
    }
}

extension QueryBudget {
    /// Compiles a pattern that is known at run time only, and caches it for the run.
    func pattern(_ pattern: JSONValue, _ flags: JSONValue) throws -> RegexPattern {
        let key = try JSONValue.array([pattern, flags]).canonicalText(self)
        if let known = patterns[key] { return known }
        // Compiling takes at most a microsecond for each byte.
        try steps(8 * key.utf8.count)
        let compiled = try RegexPattern(pattern, flags)
        patternBytes += compiled.regex.byteCount + MemorySize.string(key.utf8.count)
        if patternBytes > Self.maxPatternBytes {
            patterns = [:]
            patternBytes = compiled.regex.byteCount + MemorySize.string(key.utf8.count)
        }
        patterns[key] = compiled
        return compiled
    }
}
