extension RegexMatcher {
    /// Backtracks to the newest choice above `floor`, and restores the groups and loops of that time; nil if there is no choice.
    mutating func backtrack(to floor: Int) throws -> (place: Int, position: Int)? {
        while choices.count > floor {
            var choice = choices.removeLast()
            switch choice.kind {
            case .group: groups[choice.place] = choice.position
            case .loop: loops[choice.place] = choice.position
            case .tried: try noteFailure(choice)
            case .resume where isFailing: break
            case .run where isFailing, .lazyRun where isFailing:
                try noteFailure(runStates(choice.place - 1, behind: choice.limit, upTo: choice.position))
            case .resume: return (choice.place, choice.position)
            case .run: if try giveBack(&choice) { return (choice.place, choice.position) }
            case .lazyRun: if try takeMore(&choice) { return (choice.place, choice.position) }
            }
        }
        return nil
    }

    /// Matches a run of characters of a set: as many as possible, or as few if the run is lazy. Pushes a choice for the other lengths.
    ///
    /// - Parameter place: The index of the run's instruction.
    mutating func matchRun(
        _ set: Int, _ min: Int, _ max: Int, _ kind: RegexNode.Kind, _ position: inout Int, _ place: Int
    ) throws -> Bool {
        let first = position
        // After its minimum, a run without an upper bound behaves the same wherever it began.
        let isBounded = max != .max
        if isBounded, max > min, try wasTried(place, at: first) { return false }
        var found = 0
        while found < min {
            guard try pass(set, &position) else {
                try count((position - first) >> 3)
                return false
            }
            found += 1
            try budget.chargeBlock(at: found)
        }
        if kind == .lazy {
            try count((position - first) >> 3)
            if !isBounded, try wasTried(place, at: position) { return false }
            // The match first continues after the run. The choice takes one more character.
            if max > min { try push(Choice(kind: .lazyRun, place: place + 1, position: position, limit: isBounded ? max - min : position)) }
            return true
        }
        let start = position
        var isKnown = try !isBounded && wasTried(place, at: position)
        while !isKnown, found < max, try pass(set, &position) {
            found += 1
            try budget.chargeBlock(at: found)
            isKnown = try !isBounded && wasTried(place, at: position, isFirst: false)
        }
        try count((position - first) >> 3)
        if isKnown {
            guard kind == .greedy, !isFailing, position > start else {
                try noteFailure(runStates(place, behind: start, upTo: position))
                return false
            }
            position = previous(position)
        }
        if kind == .greedy, position > start { try push(Choice(kind: .run, place: place + 1, position: position, limit: start)) }
        if kind == .possessive, let states = runStates(place, behind: start, upTo: position) { try push(states) }
        return true
    }

    /// Shortens a greedy run by one character, or further until the byte follows that must follow the run.
    private mutating func giveBack(_ choice: inout Choice) throws -> Bool {
        let last = choice.position
        let wanted = regex.bytesBehindRuns[choice.place - 1]
        if wanted < 0 {
            choice.position = previous(last)
        } else {
            choice.position -= 1
            while choice.position >= choice.limit, text[choice.position] != UInt8(truncatingIfNeeded: wanted) { choice.position -= 1 }
            try count((last - choice.position) >> 3)
        }
        try noteFailure(runStates(choice.place - 1, behind: max(choice.position, choice.limit), upTo: last))
        guard choice.position >= choice.limit else { return false }
        if choice.position > choice.limit { choices.append(choice) }
        return true
    }

    /// Extends a lazy run by one character, or further until the byte follows that must follow the run.
    private mutating func takeMore(_ choice: inout Choice) throws -> Bool {
        let place = choice.place - 1
        guard case .run(let set, _, let max, _) = regex.instructions[place] else { return false }
        let first = choice.position
        let wanted = regex.bytesBehindRuns[place]
        let isBounded = max != .max
        while !isBounded || choice.limit > 0, try pass(set, &choice.position) {
            if isBounded { choice.limit -= 1 } else if try wasTried(place, at: choice.position, isFirst: false) { break }
            try budget.chargeBlock(at: choice.position - first)
            guard wanted < 0 || (choice.position < text.count && text[choice.position] == UInt8(truncatingIfNeeded: wanted)) else {
                continue
            }
            try count((choice.position - first) >> 3)
            if !isBounded || choice.limit > 0 { choices.append(choice) }
            return true
        }
        try count((choice.position - first) >> 3)
        try noteFailure(runStates(place, behind: choice.limit, upTo: choice.position))
        return false
    }
}
