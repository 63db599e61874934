/// A regular expression that is compiled once, to find out whether texts have a match of it.
package struct TextPattern: Sendable {
    /// A fault of an expression.
    package struct Fault: Error {
        /// The fault in words.
        package let message: String
    }

    private let pattern: RegexPattern

    /// Compiles an expression.
    ///
    /// - Parameter source: The expression, in Oniguruma's syntax with the rules of Perl.
    /// - Throws: ``Fault``
    package init(_ source: String) throws(Fault) {
        guard source.utf8.count <= RegexPattern.maxBytes else { throw Fault(message: "the pattern is too large") }
        do {
            let regex = try CompiledRegex(source, RegexParser.Options())
            pattern = RegexPattern(regex: regex, isGlobal: false, isNonempty: false, isLongest: false)
        } catch {
            throw Fault(message: error.message)
        }
    }

    /// Whether a text has a match.
    ///
    /// - Throws: ``QueryRuntimeError`` if the search exceeds a limit of ``QueryLimits/standard``; `CancellationError`.
    package func matches(_ text: String) throws -> Bool {
        var matcher = RegexMatcher(pattern, Array(text.utf8), QueryBudget(limits: .standard))
        return try matcher.find(from: 0)
    }
}
