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
        // A round that began in front of the position has taken something, and so have those around it.
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
        // It has not failed before its last choice has.
        if isFirst { try push(Choice(kind: .tried, place: row, position: position, limit: position)) }
        return false
    }

    /// Whether a known failure ends the innermost atomic group.
    var isFailing: Bool { failingLevel < level }

    /// Notes that what was tried failed, with all atomic groups inside of the present one.
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
