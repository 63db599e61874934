/// The states that a matcher has tried without success, so that it tries none twice: a bit for each state at each position.
///
/// The result of a state depends on the position alone, unless the pattern has back references. So a state that failed once at a position
/// always fails there, and a search takes time in proportion to the text. A state is an instruction with several ways to go on, plus a flag
/// for each loop around it: whether the current round has consumed anything.
///
/// In an atomic group, a state may lead to the end of the group before the match fails after it. Then the whole group fails, without trying
/// its other choices. So the table also records how many groups failed with the state (``RegexMatcher/level``).
struct RegexFailureTable {

    /// Limit of the table in bytes: 10 rows for 50 MB of text. States beyond it are not remembered.
    private static let maxBytes = 64 << 20
    /// Positions of one piece of the table.
    private static let pieceLength = 1 << 10

    private let rowCount: Int
    /// Fewer than for a full piece if the text is shorter.
    private let wordsPerRow: Int
    /// The table in pieces, each by rows. A piece is empty until something is noted there.
    private var pieces: [[UInt64]]
    /// Pieces before this one have been released.
    private var firstPiece = 0
    private let pieceBytes: Int
    private var maxPieces: Int
    private var pieceCount = 0
    private let budget: QueryBudget

    /// - Parameters:
    ///   - rowCount: States of the pattern.
    ///   - length: Length of the text in bytes.
    init(rowCount: Int, length: Int, maxBytes: Int = Self.maxBytes, _ budget: QueryBudget) {
        self.rowCount = rowCount
        self.budget = budget
        pieces = Array(repeating: [], count: length / Self.pieceLength + 1)
        wordsPerRow = min(Self.pieceLength - 1, length) / UInt64.bitWidth + 1
        pieceBytes = rowCount * wordsPerRow * MemoryLayout<UInt64>.stride
        maxPieces = maxBytes / pieceBytes
    }

    /// The memory that the run has counted for the table.
    var byteCount: Int { pieceCount * pieceBytes }

    /// Notes a state at a position.
    ///
    /// - Parameter start: The position from which the search goes on. States before it are no longer needed.
    /// - Returns: Whether it was noted before.
    mutating func note(_ row: Int, at position: Int, searchingFrom start: Int) -> Bool {
        let piece = position / Self.pieceLength
        if pieces[piece].isEmpty, !addPiece(piece, searchingFrom: start) { return false }
        let place = position % Self.pieceLength
        let word = row * wordsPerRow + place / UInt64.bitWidth
        let bit = (1 as UInt64) << UInt64(place % UInt64.bitWidth)
        let isKnown = pieces[piece][word] & bit != 0
        if !isKnown { pieces[piece][word] |= bit }
        return isKnown
    }

    /// Notes a state at each position of a range.
    mutating func note(_ row: Int, at positions: ClosedRange<Int>, searchingFrom start: Int) {
        var position = positions.lowerBound
        while position <= positions.upperBound {
            let piece = position / Self.pieceLength
            if pieces[piece].isEmpty, !addPiece(piece, searchingFrom: start) {
                position = (piece + 1) * Self.pieceLength
                continue
            }
            let place = position % Self.pieceLength
            let bit = place % UInt64.bitWidth
            let count = min(UInt64.bitWidth - bit, positions.upperBound + 1 - position)
            let bits = UInt64.max >> UInt64(UInt64.bitWidth - count)
            pieces[piece][row * wordsPerRow + place / UInt64.bitWidth] |= bits << UInt64(bit)
            position += count
        }
    }

    /// Whether a state was noted at a position.
    func has(_ row: Int, at position: Int) -> Bool {
        let piece = position / Self.pieceLength
        guard !pieces[piece].isEmpty else { return false }
        let place = position % Self.pieceLength
        return pieces[piece][row * wordsPerRow + place / UInt64.bitWidth] >> UInt64(place % UInt64.bitWidth) & 1 != 0
    }

    /// Forgets the states at a position where a match ended: they did not fail.
    mutating func forget(at position: Int) {
        let piece = position / Self.pieceLength
        guard !pieces[piece].isEmpty else { return }
        let place = position % Self.pieceLength
        let mask = ~((1 as UInt64) << UInt64(place % UInt64.bitWidth))
        for row in 0..<rowCount { pieces[piece][row * wordsPerRow + place / UInt64.bitWidth] &= mask }
    }

    /// Adds a piece.
    ///
    /// - Returns: Whether there is room for it.
    private mutating func addPiece(_ piece: Int, searchingFrom start: Int) -> Bool {
        if pieceCount >= maxPieces { releasePieces(before: start / Self.pieceLength) }
        guard pieceCount < maxPieces else { return false }
        do {
            try budget.allocate(pieceBytes)
        } catch {
            // A table that exceeds the memory limit of the run is no error: the search goes on without it.
            budget.release(to: budget.unheldBytes - pieceBytes)
            // No further requests: an error for each state would cost more than the search.
            maxPieces = pieceCount
            return false
        }
        pieces[piece] = Array(repeating: 0, count: rowCount * wordsPerRow)
        pieceCount += 1
        return true
    }

    private mutating func releasePieces(before end: Int) {
        for piece in firstPiece..<max(firstPiece, end) where !pieces[piece].isEmpty {
            pieces[piece] = []
            pieceCount -= 1
            budget.release(to: budget.unheldBytes - pieceBytes)
        }
        firstPiece = max(firstPiece, end)
    }
}

extension RegexMatcher {
    /// Notes that an instruction is tried at a position.
    ///
    /// - Parameter isFirst: Whether the position is the first one of a run. The run notes the others of an atomic group itself.
    /// - Returns: Whether it was tried before, so that it has failed.
    @inline(__always)
    mutating func wasTried(_ place: Int, at position: Int, isFirst: Bool = true) throws -> Bool {
        try memory != nil && wasNoted(place, at: position, isFirst)
    }

    private mutating func wasNoted(_ place: Int, at position: Int, _ isFirst: Bool) throws -> Bool {
        let rows = regex.memoryRows[place]
        guard rows.first >= 0 else { return false }
        // A round that began before the position has consumed something, and so have the rounds of the loops around it.
        var row = rows.rowOfFullRounds
        var loop = Int(rows.loop)
        while loop >= 0, loops[loop] == position {
            row -= 1 + Int(rows.level)
            loop = regex.outerLoops[loop]
        }
        if rows.level == 0 { return memory?.note(row, at: position, searchingFrom: start) == true }
        for failing in 0...Int(rows.level) where memory?.has(row + failing, at: position) == true {
            if failing < level { failingLevel = failing }
            return true
        }
        // The state has failed once its last choice has. Backtracking then reaches this entry and notes the failure.
        if isFirst { try push(Choice(kind: .tried, place: row, position: position, limit: position)) }
        return false
    }

    /// Whether the matcher abandons the innermost atomic group, because a remembered state failed after it.
    var isFailing: Bool { failingLevel < level }

    /// Notes states as failed, together with the atomic groups that fail with them.
    mutating func noteFailure(_ states: Choice?) throws {
        guard let states, states.position <= states.limit else { return }
        try count((states.limit - states.position) >> 6)
        memory?.note(states.place + min(level, failingLevel), at: states.position...states.limit, searchingFrom: start)
    }

    /// The states of a run in an atomic group, except that at its first position; nil if it has none.
    func runStates(_ place: Int, behind first: Int, upTo last: Int) -> Choice? {
        guard memory != nil else { return nil }
        let rows = regex.memoryRows[place]
        guard rows.first >= 0, rows.level > 0, case .run(_, _, .max, _) = regex.instructions[place] else { return nil }
        return Choice(kind: .tried, place: rows.rowOfFullRounds, position: first + 1, limit: last)
    }

    /// Drops the choices of an atomic group that has matched. Groups that it captured stay, and backtracking can restore them.
    mutating func dropChoices(from floor: Int) throws {
        var end = floor
        for place in floor..<choices.count {
            var choice: Choice? = choices[place]
            switch choices[place].kind {
            case .group, .loop, .tried: break
            case .resume: choice = nil
            case .run, .lazyRun: choice = runStates(choices[place].place - 1, behind: choices[place].limit, upTo: choices[place].position)
            }
            // Outside of atomic groups, a state is noted before it has failed.
            if level == 0, choice?.kind == .tried {
                try noteFailure(choice)
                choice = nil
            }
            guard let choice else { continue }
            choices[end] = choice
            end += 1
        }
        choices.removeSubrange(end...)
    }
}
