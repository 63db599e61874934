/// A regular expression with its flags.
struct RegexPattern: Sendable {
    let regex: CompiledRegex
    let isGlobal: Bool
    let isNonempty: Bool
    /// Whether the longest of all matches counts, and not the first.
    let isLongest: Bool
    /// Whether a matcher may remember failed states: the result of a state depends on the position alone.
    var canRemember: Bool { regex.memoryRowCount > 0 && !regex.hasReferences && !dependsOnStart }
    /// Whether the matcher may try the same state many times, so that its steps need a limit.
    var isExempt: Bool { regex.hasReferences || regex.hasLook || dependsOnStart }
    /// Whether the flag `n` or `l` depends on the start of the match, which `\K` may move.
    private var dependsOnStart: Bool { regex.hasKeep && (isNonempty || isLongest) }
    /// Whether a state that fails in one search may match in the next one.
    var dependsOnSearch: Bool { isGlobal && (isLongest || regex.hasSearchStart) }
}

/// A compiled regular expression.
final class CompiledRegex: Sendable {
    let instructions: [RegexInstruction]
    let sets: [RegexCharacterClass]
    /// Folded texts that match in any case. One character may fold to several.
    let foldings: [[UInt32]]
    /// The groups of each back reference.
    let references: [[Int]]
    let hasKeep: Bool
    let hasSearchStart: Bool
    let hasLook: Bool
    /// For each loop whose rounds may be empty, by number: the next such loop around it; -1 for none.
    let outerLoops: [Int]
    /// The states that a matcher remembers, by instruction.
    let memoryRows: [RegexFailureRows]
    let memoryRowCount: Int
    /// The byte that must follow a run, by the index of the run's instruction; -1 if it is not a fixed byte.
    let bytesBehindRuns: [Int16]
    /// For each set, by number: the steps that one lookup of a non-ASCII character costs.
    let setCosts: [Int]
    /// The names of the groups, by number. Number 0 is the whole match.
    let names: [String?]
    /// A flag for each byte that a match can begin with; empty if a match can begin with any byte or be empty.
    let firstBytes: [Bool]
    let requirement: RegexRequirement?
    /// Whether a match can begin at the start of the text only.
    let beginsText: Bool

    var hasReferences: Bool { !references.isEmpty }

    /// An estimate of the program's memory, in bytes.
    var byteCount: Int {
        let setBytes = sets.reduce(0) { $0 + MemoryLayout<RegexCharacterClass>.stride + 64 * $1.cost }
        return instructions.count * (MemoryLayout<RegexInstruction>.stride + MemoryLayout<RegexFailureRows>.stride + 2) + setBytes
    }

    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, in Oniguruma's syntax with the rules of Perl.
    ///   - options: The options it begins with.
    init(_ pattern: String, _ options: RegexParser.Options) throws(RegexError) {
        var parser = RegexParser(pattern, options)
        let node = try parser.parse()
        var compiler = RegexCompiler()
        try compiler.emit(node)
        try compiler.append(.match)
        instructions = compiler.instructions
        sets = compiler.sets
        setCosts = sets.map { 1 + $0.cost >> 3 }
        foldings = compiler.foldings
        references = compiler.references
        hasKeep = instructions.contains { if case .save(0) = $0 { true } else { false } }
        hasSearchStart = instructions.contains { if case .anchor(.searchStart) = $0 { true } else { false } }
        hasLook = instructions.contains { if case .look = $0 { true } else { false } }
        outerLoops = compiler.outerLoops
        memoryRows = compiler.memoryRows
        memoryRowCount = compiler.memoryRowCount
        bytesBehindRuns = Self.bytesBehindRuns(compiler.instructions)
        names = parser.names
        let start = RegexFirstBytes(node)
        firstBytes = start.mayBeEmpty ? [] : start.flags
        requirement = RegexRequirement(node)
        beginsText = node.beginsText
    }

    private static func bytesBehindRuns(_ instructions: [RegexInstruction]) -> [Int16] {
        var bytes = [Int16](repeating: -1, count: instructions.count)
        var following: Int16 = -1
        for place in instructions.indices.reversed() {
            switch instructions[place] {
            case .byte(let byte): following = Int16(byte)
            case .save: break
            case .run:
                bytes[place] = following
                following = -1
            default: following = -1
            }
        }
        return bytes
    }
}

/// One instruction of a compiled regular expression. It has numbers only, so that reading an instruction copies no array.
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
    /// A look-around: like `atomic`, but the position does not move. `behind` is the length of a look-behind in characters.
    case look(end: Int, behind: ClosedRange<Int>?, isNegative: Bool)
    /// Notes the position where a round of a loop begins.
    case beginRound(Int)
    /// Leaves the loop if the round was empty.
    case endRound(Int, exit: Int)
    case match
}

/// The states of an instruction that a matcher remembers, as rows of its table (``RegexFailureTable``).
struct RegexFailureRows: Sendable {
    /// -1 if the instruction has none.
    let first: Int32
    /// The number of loops around the instruction whose rounds may be empty, and the innermost of them.
    let depth: Int32
    let loop: Int32
    /// The number of atomic groups around the instruction. Each state has one row more than this.
    let level: Int32

    static let none = RegexFailureRows(first: -1, depth: 0, loop: -1, level: 0)

    var count: Int { Int((depth + 1) * (level + 1)) }
    /// The first row of the state in which no round of these loops is empty.
    var rowOfFullRounds: Int { Int(first + depth * (level + 1)) }
}
