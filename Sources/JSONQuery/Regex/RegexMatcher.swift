/// Matches a compiled pattern against a text by backtracking. Open choices lie on a heap stack. Only look-arounds, atomic groups and
/// possessive repeats recurse, as deep as they nest in the pattern, which the parser limits.
struct RegexMatcher {
    /// Limit of open choices, 32 bytes each.
    private static let maxChoices = 4 << 20

    /// Number of choices up to which their memory is not counted.
    private static let fewChoices = 1 << 10

    let program: RegexProgram
    let text: [UInt8]
    /// The start and the end of each group; -1 for a group that has not matched. The first pair is the whole match.
    private(set) var groups: [Int]
    private var loops: [Int]
    private var choices: [Choice] = []
    private(set) var searchStart = 0
    private let wantsNonempty: Bool
    private let wantsLongest: Bool
    /// The longest match so far, if that is wanted: its groups.
    private var longest: [Int]?
    private let run: Run
    /// Steps not yet charged to the run.
    private var steps = 0

    private struct Choice {
        enum Kind { case resume, run, lazyRun, group, loop }
        let kind: Kind
        /// The instruction to go on with, or the number of the group or loop to be restored.
        let place: Int
        var position: Int
        /// For greedy runs: how far the position may still go back. For lazy ones: how many characters may still follow.
        let limit: Int
    }

    init(_ pattern: RegexPattern, _ text: [UInt8], _ run: Run) {
        program = pattern.program
        self.text = text
        wantsNonempty = pattern.isNonempty
        wantsLongest = pattern.isLongest
        self.run = run
        groups = Array(repeating: -1, count: 2 * program.names.count)
        loops = Array(repeating: -1, count: program.loopCount)
    }

    /// Finds the first match that begins at or after an offset.
    mutating func find(from start: Int) throws -> Bool {
        searchStart = start
        var position = start
        longest = nil
        while true {
            if !program.firstBytes.isEmpty {
                while position < text.count, !program.firstBytes[Int(text[position])] {
                    position += 1
                    try run.chargeBlock(at: position)
                }
                if position == text.count { return takeLongest() }
            }
            for place in groups.indices { groups[place] = -1 }
            groups[0] = position
            choices.removeAll(keepingCapacity: true)
            try run.step()
            if let end = try match(from: 0, at: position, isWhole: true) {
                groups[1] = end
                return true
            }
            guard position < text.count else { return takeLongest() }
            position = next(position)
        }
    }

    /// Makes the longest match the one that was found, if there is one.
    private mutating func takeLongest() -> Bool {
        guard let found = longest else { return false }
        groups = found
        return true
    }

    /// Whether a match of the whole pattern ends the search. If the longest one is wanted, each is noted, and the search goes on.
    private mutating func accepts(matchUpTo end: Int) -> Bool {
        if wantsNonempty, end == groups[0] { return false }
        guard wantsLongest else { return true }
        if let longest, end - groups[0] <= longest[1] - longest[0] { return false }
        groups[1] = end
        longest = groups
        groups[1] = -1
        return false
    }

    /// Calls `body` for the first match, or for all of them, one behind the other.
    mutating func forEach(isGlobal: Bool, _ body: (RegexMatcher) throws -> Void) throws {
        var start = 0
        while start <= text.count, try find(from: start) {
            try body(self)
            let end = max(groups[0], groups[1])
            guard isGlobal, end < text.count || groups[0] < end else { return }
            // Each search begins further on than the last one, so that there are no more matches than characters, and one.
            start = groups[0] < end && end > start ? end : next(max(start, end))
        }
    }

    /// The range of a group; nil if it has not matched.
    func range(ofGroup number: Int) -> Range<Int>? {
        let start = groups[2 * number]
        let end = groups[2 * number + 1]
        return start >= 0 && end >= start ? start..<end : nil
    }

    /// Counts steps and charges them to the run at intervals, because a charge costs more than a count.
    @inline(__always)
    private mutating func count(_ more: Int) throws {
        steps &+= more
        if steps >= 0x100 {
            try run.steps(steps)
            steps = 0
        }
    }

    /// Runs the instructions from a place on.
    ///
    /// - Parameter isWhole: Whether this is the whole pattern, not a part that is matched on its own.
    /// - Returns: Where the match ends, or nil if there is none.
    private mutating func match(from place: Int, at position: Int, isWhole: Bool, mustEndAt wantedEnd: Int? = nil) throws -> Int? {
        let floor = choices.count
        var place = place
        var position = position
        while true {
            try count(1)
            var isMatching = true
            switch program.instructions[place] {
            case .byte(let byte):
                isMatching = position < text.count && text[position] == byte
                position += 1
                place += 1
            case .set(let set):
                if position < text.count, text[position] >= 0x80 { try count(program.setCosts[set]) }
                isMatching = position < text.count && isMember(at: position, set)
                if isMatching { position = next(position) }
                place += 1
            case .folded(let number):
                try count(program.foldings[number].count >> 3)
                if let end = end(ofFolding: program.foldings[number], at: position) { position = end } else { isMatching = false }
                place += 1
            case .run(let set, let min, let max, let kind):
                place += 1
                isMatching = try matchRun(set, min, max, kind, &position, place)
            case .split(let first, let second):
                try push(Choice(kind: .resume, place: second, position: position, limit: 0))
                place = first
            case .jump(let target): place = target
            case .save(let slot):
                try push(Choice(kind: .group, place: slot, position: groups[slot], limit: 0))
                groups[slot] = position
                place += 1
            case .anchor(let anchor):
                isMatching = holds(anchor, at: position)
                place += 1
            case .backReference(let numbers, let ignoresCase):
                // A comparison that fails is charged as well.
                try count(numbers.count + lengthOfReference(numbers) >> 3)
                if let end = endOfReference(numbers, at: position, ignoresCase: ignoresCase) {
                    position = end
                } else {
                    isMatching = false
                }
                place += 1
            case .atomic(let end):
                if let found = try matchBlock(place + 1, at: position) { position = found } else { isMatching = false }
                place = end
            case .look(let end, let behind, let isNegative):
                isMatching = try look(place + 1, at: position, behind: behind) != isNegative
                place = end
            case .beginRound(let loop):
                try push(Choice(kind: .loop, place: loop, position: loops[loop], limit: 0))
                loops[loop] = position
                place += 1
            case .endRound(let loop, let exit):
                place = loops[loop] == position ? exit : place + 1
            case .match:
                let isWanted = wantedEnd == nil || wantedEnd == position
                if isWanted, !isWhole || accepts(matchUpTo: position) { return position }
                isMatching = false
            }
            guard !isMatching else { continue }
            guard let choice = backtrack(to: floor) else { return nil }
            (place, position) = choice
        }
    }

    private mutating func push(_ choice: Choice) throws {
        guard choices.count < Self.maxChoices else { throw QueryRuntimeError(limit: "a regular expression backtracks too much") }
        if choices.count == choices.capacity, choices.count >= Self.fewChoices {
            try run.allocate(2 * choices.capacity * MemoryLayout<Choice>.stride)
        }
        choices.append(choice)
    }

    /// Backtracks to the newest choice, and restores groups and loops as they were there.
    private mutating func backtrack(to floor: Int) -> (place: Int, position: Int)? {
        while choices.count > floor {
            var choice = choices.removeLast()
            switch choice.kind {
            case .group: groups[choice.place] = choice.position
            case .loop: loops[choice.place] = choice.position
            case .resume: return (choice.place, choice.position)
            case .run:
                // A greedy run gives back one character.
                choice.position = previous(choice.position)
                if choice.position > choice.limit { choices.append(choice) }
                return (choice.place, choice.position)
            case .lazyRun:
                guard case .run(let set, _, _, _) = program.instructions[choice.place - 1], choice.position < text.count,
                    isMember(at: choice.position, set)
                else { continue }
                let position = next(choice.position)
                if choice.limit > 1 {
                    choices.append(Choice(kind: .lazyRun, place: choice.place, position: position, limit: choice.limit - 1))
                }
                return (choice.place, position)
            }
        }
        return nil
    }

    private mutating func matchRun(
        _ set: Int, _ min: Int, _ max: Int, _ kind: RegexNode.Kind, _ position: inout Int, _ place: Int
    ) throws -> Bool {
        let first = position
        var found = 0
        while found < min {
            guard position < text.count, isMember(at: position, set) else {
                try count((position - first) >> 3)
                return false
            }
            if text[position] >= 0x80 { try count(program.setCosts[set]) }
            position = next(position)
            found += 1
            try run.chargeBlock(at: found)
        }
        if kind == .lazy {
            try count((position - first) >> 3)
            // Going on is the first choice; the second is one character more.
            if max > min { try push(Choice(kind: .lazyRun, place: place, position: position, limit: max - min)) }
            return true
        }
        let start = position
        while found < max, position < text.count, isMember(at: position, set) {
            if text[position] >= 0x80 { try count(program.setCosts[set]) }
            position = next(position)
            found += 1
            try run.chargeBlock(at: found)
        }
        try count((position - first) >> 3)
        if kind == .greedy, position > start { try push(Choice(kind: .run, place: place, position: position, limit: start)) }
        return true
    }

    /// Matches instructions as a unit and discards their choices. Groups that they captured stay, and backtracking can restore them.
    private mutating func matchBlock(_ place: Int, at position: Int, mustEndAt end: Int? = nil) throws -> Int? {
        let floor = choices.count
        guard let found = try match(from: place, at: position, isWhole: false, mustEndAt: end) else { return nil }
        let kept = choices[floor...].filter { $0.kind == .group || $0.kind == .loop }
        choices.removeSubrange(floor...)
        choices += kept
        return found
    }

    private mutating func look(_ place: Int, at position: Int, behind: ClosedRange<Int>?) throws -> Bool {
        guard let behind else { return try matchBlock(place, at: position) != nil }
        var start = position
        for length in 0...behind.upperBound {
            try count(1)
            if length >= behind.lowerBound, try matchBlock(place, at: start, mustEndAt: position) != nil { return true }
            guard start > 0 else { return false }
            start = previous(start)
        }
        return false
    }
}
