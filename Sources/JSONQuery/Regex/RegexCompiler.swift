/// Turns a parsed regular expression into instructions.
struct RegexCompiler {
    /// Limit of the instructions of a pattern. Counted repetitions are expanded.
    private static let maxInstructions = 50_000
    /// Limit of the nodes of a pattern, with repetitions expanded. Nodes that match nothing emit no instruction, but take time.
    private static let maxPieces = 2 * maxInstructions

    private(set) var instructions: [RegexInstruction] = []
    private(set) var sets: [RegexCharacterClass] = []
    private(set) var foldings: [[UInt32]] = []
    private(set) var references: [[Int]] = []
    /// For each loop whose rounds may be empty, by number: the next such loop around it; -1 for none.
    private(set) var outerLoops: [Int] = []
    /// The states that a matcher remembers, by instruction.
    private(set) var memoryRows: [RegexFailureRows] = []
    private(set) var memoryRowCount = 0
    /// The innermost of the ``outerLoops`` at this point of the compilation.
    private var loop = -1
    private var loopDepth = 0
    private var pieceCount = 0
    private var setCost = 0
    /// Depths of nested look-arounds and atomic groups at this point of the compilation.
    private var lookDepth = 0
    private var atomicDepth = 0

    mutating func append(_ instruction: RegexInstruction) throws(RegexError) {
        guard instructions.count < Self.maxInstructions else { throw RegexError(message: "the pattern is too large") }
        instructions.append(instruction)
        memoryRows.append(.none)
    }

    /// Gives the last instruction rows of the matcher's memory.
    private mutating func addMemoryRows() {
        // A state that was tried in a look-around may have matched, so it must not count as failed.
        guard lookDepth == 0 else { return }
        let rows = RegexFailureRows(
            first: Int32(memoryRowCount), depth: Int32(loopDepth), loop: Int32(loop), level: Int32(atomicDepth))
        memoryRows[memoryRows.count - 1] = rows
        memoryRowCount += rows.count
    }

    /// Appends a placeholder for a split. The caller replaces it once the targets are known.
    private mutating func appendSplit() throws(RegexError) {
        try append(.match)
        addMemoryRows()
    }

    private mutating func add(_ set: RegexCharacterClass) throws(RegexError) -> Int {
        setCost += set.cost
        guard setCost <= 2 * Self.maxInstructions else { throw RegexError(message: "the pattern is too large") }
        sets.append(set)
        return sets.count - 1
    }

    /// - Parameter following: The bytes that can follow the node in a match.
    mutating func emit(_ node: RegexNode, before following: RegexFirstBytes = .any) throws(RegexError) {
        pieceCount += 1
        guard pieceCount <= Self.maxPieces else { throw RegexError(message: "the pattern is too large") }
        switch node {
        case .empty: break
        case .bytes(let bytes): for byte in bytes { try append(.byte(byte)) }
        case .set(let set): try append(.set(try add(set)))
        case .folded(let folding) where CaseFolding.hasExpansion(folding):
            foldings.append(folding)
            try append(.folded(foldings.count - 1))
        case .folded(let folding): for code in folding { try append(.set(try add(RegexCharacterClass(folding: code)))) }
        case .sequence(let nodes): try emitSequence(nodes, before: following)
        case .choice(let branches): try emitChoice(branches, before: following)
        case .group(let node, let number):
            try append(.save(2 * number))
            try emit(node, before: following)
            try append(.save(2 * number + 1))
        case .backReference(let numbers, let ignoresCase):
            references.append(numbers)
            try append(.backReference(references.count - 1, ignoresCase: ignoresCase))
        case .atomic(let node):
            if let way = node.firstWay { try emit(way) } else { try emitAtomic(node) }
        case .look(let node, let isBehind, let isNegative):
            var lengths: ClosedRange<Int>?
            if isBehind {
                guard let found = node.lengths() else { throw RegexError(message: "invalid pattern in look-behind") }
                lengths = found
            }
            lookDepth += 1
            defer { lookDepth -= 1 }
            try emitBlock(node) { .look(end: $0, behind: lengths, isNegative: isNegative) }
        case .anchor(let anchor):
            try append(.anchor(anchor))
        case .keep:
            // The match could begin behind its own end.
            guard lookDepth == 0 else { throw RegexError(message: "\\K cannot stand in a look-around") }
            try append(.save(0))
        case .repeat(let node, let min, let max, let kind): try emitRepeat(node, min, max, kind, before: following)
        }
    }

    /// Emits the instructions of a node that is matched on its own.
    private mutating func emitBlock(_ node: RegexNode, _ head: (Int) -> RegexInstruction) throws(RegexError) {
        let place = instructions.count
        try append(.match)
        try emit(node)
        try append(.match)
        instructions[place] = head(instructions.count)
    }

    private mutating func emitAtomic(_ node: RegexNode) throws(RegexError) {
        atomicDepth += 1
        defer { atomicDepth -= 1 }
        try emitBlock(node) { .atomic(end: $0) }
    }

    private mutating func emitSequence(_ nodes: [RegexNode], before following: RegexFirstBytes) throws(RegexError) {
        var followings = [RegexFirstBytes](repeating: following, count: nodes.count)
        for place in nodes.indices.dropLast().reversed() {
            followings[place] = RegexFirstBytes(nodes[place + 1]).followed(by: followings[place + 1])
        }
        for (node, following) in zip(nodes, followings) { try emit(node, before: following) }
    }

    private mutating func emitChoice(_ branches: [RegexNode], before following: RegexFirstBytes) throws(RegexError) {
        var ends: [Int] = []
        for (place, branch) in branches.enumerated() {
            let split = instructions.count
            let isLast = place == branches.count - 1
            if !isLast { try appendSplit() }
            try emit(branch, before: following)
            if !isLast {
                ends.append(instructions.count)
                try append(.match)
                instructions[split] = .split(split + 1, instructions.count)
            }
        }
        for end in ends { instructions[end] = .jump(instructions.count) }
    }

    private mutating func emitRepeat(
        _ node: RegexNode, _ min: Int, _ max: Int?, _ kind: RegexNode.Kind, before following: RegexFirstBytes
    ) throws(RegexError) {
        if let set = node.singleSet {
            // A run gives nothing back if the bytes that can follow it are not in its set.
            let kind = kind == .greedy && following.excludes(set) ? .possessive : kind
            try append(.run(set: try add(set), min: min, max: max ?? .max, kind))
            if max == nil || (max != min && kind != .possessive) { addMemoryRows() }
            return
        }
        if kind == .possessive {
            return try emitAtomic(.repeat(node, min: min, max: max, .greedy))
        }
        for _ in 0..<min { try emit(node) }
        guard let max else { return try emitLoop(node, kind) }
        var splits: [Int] = []
        for _ in min..<Swift.max(min, max) {
            splits.append(instructions.count)
            try appendSplit()
            try emit(node)
        }
        for split in splits { instructions[split] = branch(kind, into: split + 1, past: instructions.count) }
    }

    private mutating func emitLoop(_ node: RegexNode, _ kind: RegexNode.Kind) throws(RegexError) {
        let split = instructions.count
        try appendSplit()
        if RegexFirstBytes(node).mayBeEmpty { try emitRound(node) } else { try emit(node) }
        try append(.jump(split))
        instructions[split] = branch(kind, into: split + 1, past: instructions.count)
    }

    /// Emits the body of a loop that ends after an empty round.
    private mutating func emitRound(_ node: RegexNode) throws(RegexError) {
        let outer = loop
        loop = outerLoops.count
        outerLoops.append(outer)
        loopDepth += 1
        try append(.beginRound(loop))
        try emit(node)
        // The exit is after this instruction and the jump back.
        try append(.endRound(loop, exit: instructions.count + 2))
        loop = outer
        loopDepth -= 1
    }

    private func branch(_ kind: RegexNode.Kind, into: Int, past: Int) -> RegexInstruction {
        kind == .lazy ? .split(past, into) : .split(into, past)
    }
}
