/// A compiled regular expression.
final class CompiledRegex: Sendable {
    let instructions: [RegexInstruction]
    let sets: [RegexSet]
    /// Texts in upper or lower case, in which one character may stand for several.
    let foldings: [[UInt32]]
    /// The groups of each back reference.
    let references: [[Int]]
    let hasKeep: Bool
    let hasSearchStart: Bool
    let hasLook: Bool
    /// Loops whose rounds may take nothing, by number: the one around each; -1 for none.
    let outerLoops: [Int]
    /// The states that a matcher remembers, by instruction.
    let memoryRows: [RegexMemoryRows]
    let memoryRowCount: Int
    /// The byte that has to follow a run, by the place of the run; -1 if there are several.
    let bytesBehindRuns: [Int16]
    /// The work of one look into a set with a character that is not ASCII, in steps, by number of the set.
    let setCosts: [Int]
    /// The names of the groups, by number. Number 0 is the whole match.
    let names: [String?]
    /// Which bytes a match can begin with; empty if any, or if it can be empty.
    let firstBytes: [Bool]
    let requirement: RegexRequirement?
    /// Whether a match can begin at the start of the text only.
    let beginsText: Bool

    var hasReferences: Bool { !references.isEmpty }

    /// An estimate of the program's memory, in bytes.
    var byteCount: Int {
        let setBytes = sets.reduce(0) { $0 + MemoryLayout<RegexSet>.stride + 64 * $1.cost }
        return instructions.count * (MemoryLayout<RegexInstruction>.stride + MemoryLayout<RegexMemoryRows>.stride + 2) + setBytes
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
        let start = RegexStart(node)
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
