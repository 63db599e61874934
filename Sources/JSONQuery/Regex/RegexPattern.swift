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
}
