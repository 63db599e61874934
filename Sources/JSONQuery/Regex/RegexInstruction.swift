/// One instruction of a compiled regular expression. It holds numbers alone, so that reading one copies no array.
enum RegexInstruction: Sendable {
    case byte(UInt8)
    /// One character of the set with this number.
    case set(Int)
    /// Characters that fold to the text with this number.
    case folded(Int)
    /// A run of characters of a set.
    case run(set: Int, min: Int, max: Int, RegexNode.Kind)
    /// Two ways to go on; the second is tried if the first fails.
    case split(Int, Int)
    case jump(Int)
    /// Notes the position: the start (even) or end (odd) of a group.
    case save(Int)
    case anchor(RegexNode.Anchor)
    /// The text of the first matched group of the list with this number.
    case backReference(Int, ignoresCase: Bool)
    /// An atomic group up to `end`: none of its choices is tried again later.
    case atomic(end: Int)
    /// As `atomic`, but the position stays. Behind: the characters that the match may be long.
    case look(end: Int, behind: ClosedRange<Int>?, isNegative: Bool)
    /// Notes the position where a round of a loop begins.
    case beginRound(Int)
    /// Leaves the loop if the round took nothing.
    case endRound(Int, exit: Int)
    case match
}

/// The states of an instruction that a matcher remembers, as rows of its table (``RegexMemory``).
struct RegexMemoryRows: Sendable {
    /// -1 if the instruction has none.
    let first: Int32
    /// Loops around the instruction whose rounds may take nothing, and the innermost of them.
    let depth: Int32
    let loop: Int32
    /// Atomic groups around the instruction. Each state has one row more than this.
    let level: Int32

    static let none = RegexMemoryRows(first: -1, depth: 0, loop: -1, level: 0)

    var count: Int { Int((depth + 1) * (level + 1)) }
    /// The first row of the state in which the round of each loop has taken something.
    var rowOfFullRounds: Int { Int(first + depth * (level + 1)) }
}
