/// Matches a compiled pattern against a text by backtracking. Pending choices are on a stack on the heap. Only look-arounds, atomic groups
/// and possessive repeats recurse, as deep as they nest in the pattern, which the parser limits.
///
/// A search that takes more than a few steps for each byte begins to remember failed states (``RegexFailureTable``). It then takes time in
/// proportion to the text, and so do all searches of ``forEach(isGlobal:_:)`` together.
struct RegexMatcher {
    /// Limit of pending choices, 32 bytes each.
    private static let maxChoices = 4 << 20

    /// Number of choices up to which their memory is not counted.
    private static let fewChoices = 1 << 10

    /// Steps before the matcher begins to remember failed states: this many for each byte of the text, plus this many for any text. Most
    /// searches end before.
    private static let patience = (perByte: 4, forAny: 1 << 8)

    /// Limit of steps for matches from one position, if the pattern may not remember all states (``RegexPattern/isExempt``). A step takes a
    /// few nanoseconds.
    private static let maxSteps = (perByte: 100, forAny: 100_000_000)

    let regex: CompiledRegex
    let text: [UInt8]
    /// The start and the end of each group; -1 for a group that has not matched. The first pair is the whole match.
    var groups: [Int]
    var loops: [Int]
    var choices: [Choice] = []
    private(set) var searchStart = 0
    /// The start of the match that is being tried.
    private(set) var start = 0
    /// Depth of the atomic groups that are being matched.
    var level = 0
    /// Atomic groups deeper than this fail, because a remembered state leads to their end and to a failure after it; `max` if none does.
    var failingLevel = Int.max
    private let wantsNonempty: Bool
    private let wantsLongest: Bool
    /// The longest match so far, if that is wanted: its groups.
    private var longest: [Int]?
    /// The offset of the next occurrence of ``CompiledRegex/requirement``; `max` if there is none.
    private var nextRequired = -1
    let budget: QueryBudget
    /// Steps not yet charged to the run.
    private var steps = 0
    /// Steps that are left until the matcher begins to remember failed states.
    private var patience: Int
    /// The value of ``patience`` at the start of each search, if the memory is valid for one search only.
    private let firstPatience: Int
    /// The table of failed states; nil while ``patience`` lasts.
    var memory: RegexFailureTable?
    /// Whether the memory is valid for one search only.
    private let forgetsSearches: Bool
    /// Steps that are left for matches from ``start``.
    private var stepsLeft = Int.max
    /// Limit of steps for matches from one position; `max` unless the pattern is exempt.
    private let maxSteps: Int
    /// Memory of the choices that the run has counted.
    private var choiceBytes = 0

    struct Choice {
        enum Kind { case resume, run, lazyRun, group, loop, tried }
        let kind: Kind
        /// The instruction to go on with, or the number of the group or loop to be restored, or the row of the state that was tried.
        let place: Int
        var position: Int
        /// For greedy runs: how far the position may still go back. For lazy ones: how many characters may still follow, or where the run
        /// began if any number may. For states: the last position.
        var limit: Int
    }

    /// - Parameter patience: Steps before the matcher begins to remember failed states, if the pattern allows that. For tests.
    init(_ pattern: RegexPattern, _ text: [UInt8], _ budget: QueryBudget, patience: Int? = nil) {
        regex = pattern.regex
        self.text = text
        wantsNonempty = pattern.isNonempty
        wantsLongest = pattern.isLongest
        self.budget = budget
        groups = Array(repeating: -1, count: 2 * regex.names.count)
        loops = Array(repeating: -1, count: regex.outerLoops.count)
        // A larger table takes longer to make.
        let usual = Self.patience.perByte * text.count + Self.patience.forAny + regex.memoryRowCount
        firstPatience = pattern.canRemember ? patience ?? usual : .max
        self.patience = firstPatience
        forgetsSearches = pattern.dependsOnSearch
        maxSteps = pattern.isExempt ? Self.maxSteps.perByte * text.count + Self.maxSteps.forAny : .max
        rememberIfDue()
    }

    /// The memory that the run has counted for the matcher.
    var byteCount: Int { choiceBytes + (memory?.byteCount ?? 0) }

    /// Finds the first match that begins at or after an offset. Further searches must not begin before the last match.
    mutating func find(from first: Int) throws -> Bool {
        searchStart = first
        start = first
        longest = nil
        // The last search for the longest match may have passed an occurrence that the next match needs.
        if wantsLongest { nextRequired = -1 }
        if memory != nil { try forget(before: first) }
        // A failed match restores groups and choices, so one reset for each search is enough.
        for place in groups.indices { groups[place] = -1 }
        choices.removeAll(keepingCapacity: true)
        while try skip() {
            groups[0] = start
            stepsLeft = maxSteps
            try budget.step()
            if let end = try match(from: 0, at: start, isWhole: true) {
                groups[1] = end
                return true
            }
            guard start < text.count else { break }
            start = next(start)
        }
        return takeLongest()
    }

    /// Moves to the next offset at which a match may begin.
    ///
    /// - Returns: Whether there is one.
    private mutating func skip() throws -> Bool {
        if regex.beginsText, start > 0 { return false }
        if let requirement = regex.requirement {
            if nextRequired < start { nextRequired = try requirement.offset(in: text.span, from: start, budget) ?? .max }
            if nextRequired == .max { return false }
            if requirement.isPrefix { start = nextRequired }
        }
        guard !regex.firstBytes.isEmpty else { return true }
        while start < text.count, !regex.firstBytes[Int(text[start])] {
            start += 1
            try budget.chargeBlock(at: start)
        }
        return start < text.count
    }

    /// Makes the longest match the one that was found, if there is one.
    private mutating func takeLongest() -> Bool {
        guard let found = longest else { return false }
        groups = found
        return true
    }

    /// Whether a match of the whole pattern ends the search. If the longest one is wanted, each is noted, and the search goes on.
    mutating func accepts(matchUpTo end: Int) -> Bool {
        if wantsNonempty, end == groups[0] { return false }
        guard wantsLongest else { return true }
        if let longest, end - groups[0] <= longest[1] - longest[0] { return false }
        groups[1] = end
        longest = groups
        groups[1] = -1
        return false
    }

    /// Calls `body` for the first match, or for all matches in order.
    mutating func forEach(isGlobal: Bool, _ body: (RegexMatcher) throws -> Void) throws {
        var next = 0
        while next <= text.count, try find(from: next) {
            try body(self)
            let end = max(groups[0], groups[1])
            guard isGlobal, end < text.count || groups[0] < end else { return }
            // Each search begins after the last one, so there is at most one match more than there are characters.
            next = groups[0] < end && end > next ? end : self.next(max(next, end))
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
    mutating func count(_ more: Int) throws {
        steps &+= more
        if steps >= 0x100 { try chargeSteps() }
    }

    private mutating func chargeSteps() throws {
        try budget.steps(steps)
        patience -= steps
        stepsLeft -= steps
        steps = 0
        rememberIfDue()
        guard stepsLeft >= 0 else {
            throw QueryRuntimeError(limit: "a regular expression took more than \(maxSteps) steps at one position")
        }
    }

    private mutating func rememberIfDue() {
        guard patience < 0, memory == nil else { return }
        memory = RegexFailureTable(rowCount: regex.memoryRowCount, length: text.count, budget)
    }

    /// Prepares the memory for a search.
    private mutating func forget(before first: Int) throws {
        try count(regex.memoryRowCount >> 4)
        if forgetsSearches {
            budget.release(to: budget.unheldBytes - (memory?.byteCount ?? 0))
            memory = nil
            patience = firstPatience
        }
        memory?.forget(at: first)
    }

    mutating func push(_ choice: Choice) throws {
        guard choices.count < Self.maxChoices else { throw QueryRuntimeError(limit: "a regular expression backtracks too much") }
        if choices.count == choices.capacity, choices.count >= Self.fewChoices {
            let bytes = 2 * choices.capacity * MemoryLayout<Choice>.stride
            try budget.allocate(bytes)
            choiceBytes += bytes
        }
        choices.append(choice)
    }
}

extension RegexRequirement {
    /// The offset of the required text or byte at or after another offset; nil if there is none.
    func offset(in text: Span<UInt8>, from start: Int, _ budget: QueryBudget) throws -> Int? {
        switch part {
        case .text(let bytes, let shifts): return try Self.offset(of: bytes.span, shifts.span, in: text, from: start, budget)
        case .byte(let flags):
            let flags = flags.span
            var offset = start
            while offset < text.count, !flags[Int(text[offset])] {
                offset += 1
                try budget.chargeBlock(at: offset)
            }
            return offset < text.count ? offset : nil
        }
    }

    private static func offset(
        of part: Span<UInt8>, _ shifts: Span<UInt8>, in text: Span<UInt8>, from start: Int, _ budget: QueryBudget
    ) throws -> Int? {
        let last = part.count - 1
        var end = start + last
        // Bytes that were passed or compared since the last charge.
        var work = 0
        while end < text.count {
            let shift = Int(shifts[Int(text[end])])
            if text[end] == part[last] {
                var length = 0
                while length < last, text[end - last + length] == part[length] { length += 1 }
                if length == last {
                    try budget.charge(bytes: work)
                    return end - last
                }
                work += length
            }
            end += shift
            work += shift
            if work >= QueryBudget.blockBytes {
                try budget.charge(bytes: work)
                work = 0
            }
        }
        try budget.charge(bytes: work)
        return nil
    }
}
