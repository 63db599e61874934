/// A regular expression with its flags.
struct RegexPattern: Sendable {
    let regex: CompiledRegex
    let isGlobal: Bool
    let isNonempty: Bool
    /// Whether the longest of all matches counts, and not the first.
    let isLongest: Bool
    /// Whether a matcher may remember what failed: what follows from a position depends on nothing else.
    var canRemember: Bool { regex.memoryRowCount > 0 && !regex.hasReferences && !dependsOnStart }
    /// Whether the matcher may try the same again and again, so that its steps need a limit.
    var isExempt: Bool { regex.hasReferences || regex.hasLook || dependsOnStart }
    /// Whether the start of a match decides whether it is wanted, and is known at its end only.
    private var dependsOnStart: Bool { regex.hasKeep && (isNonempty || isLongest) }
    /// Whether a failure in one search may be a match in the next one.
    var dependsOnSearch: Bool { isGlobal && (isLongest || regex.hasSearchStart) }
}
