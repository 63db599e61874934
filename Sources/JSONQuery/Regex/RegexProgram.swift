/// A compiled regular expression.
final class RegexProgram: Sendable {
    let instructions: [RegexInstruction]
    let sets: [RegexSet]
    /// Texts in upper or lower case, in which one character may stand for several.
    let foldings: [[UInt32]]
    let loopCount: Int
    /// The work of one look into a set with a character that is not ASCII, in steps, by number of the set.
    let setCosts: [Int]
    /// The names of the groups, by number. Number 0 is the whole match.
    let names: [String?]
    /// Which bytes a match can begin with; empty if any, or if it can be empty.
    let firstBytes: [Bool]

    /// An estimate of the program's memory, in bytes.
    var byteCount: Int {
        instructions.count * MemoryLayout<RegexInstruction>.stride + sets.reduce(0) { $0 + MemoryLayout<RegexSet>.stride + 64 * $1.cost }
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
        loopCount = compiler.loopCount
        names = parser.names
        firstBytes = RegexFirstBytes.of(node)
    }
}
