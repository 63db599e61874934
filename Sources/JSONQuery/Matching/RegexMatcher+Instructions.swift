extension RegexMatcher {
    /// Runs the instructions from a place on.
    ///
    /// - Parameter isWhole: Whether this is the whole pattern, not a part that is matched on its own.
    /// - Returns: Where the match ends, or nil if there is none.
    mutating func match(from place: Int, at position: Int, isWhole: Bool, mustEndAt wantedEnd: Int? = nil) throws -> Int? {
        let floor = choices.count
        var place = place
        var position = position
        while true {
            try count(1)
            var isMatching = true
            switch regex.instructions[place] {
            case .byte(let byte):
                isMatching = position < text.count && text[position] == byte
                position += 1
                place += 1
            case .set(let set):
                isMatching = try pass(set, &position)
                place += 1
            case .folded(let number):
                try count(regex.foldings[number].count >> 3)
                if let end = end(ofFolding: regex.foldings[number], at: position) { position = end } else { isMatching = false }
                place += 1
            case .run(let set, let min, let max, let kind):
                isMatching = try matchRun(set, min, max, kind, &position, place)
                place += 1
            case .split(let first, let second):
                if try wasTried(place, at: position) {
                    isMatching = false
                } else {
                    try push(Choice(kind: .resume, place: second, position: position, limit: 0))
                    place = first
                }
            case .jump(let target): place = target
            case .save(let slot):
                try push(Choice(kind: .group, place: slot, position: groups[slot], limit: 0))
                groups[slot] = position
                place += 1
            case .anchor(let anchor):
                isMatching = holds(anchor, at: position)
                place += 1
            case .backReference(let number, let ignoresCase):
                let numbers = regex.references[number]
                // A comparison that fails is charged as well.
                try count(numbers.count + lengthOfReference(numbers) >> 3)
                if let end = endOfReference(numbers, at: position, ignoresCase: ignoresCase) {
                    position = end
                } else {
                    isMatching = false
                }
                place += 1
            case .atomic(let end):
                if let found = try matchBlock(place + 1, at: position, isAtomic: true) { position = found } else { isMatching = false }
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
            guard let choice = try backtrack(to: floor) else { return nil }
            (place, position) = choice
        }
    }

    /// Matches instructions as a unit and discards their choices.
    private mutating func matchBlock(_ place: Int, at position: Int, mustEndAt end: Int? = nil, isAtomic: Bool = false) throws -> Int? {
        let floor = choices.count
        if isAtomic { level += 1 }
        let found = try match(from: place, at: position, isWhole: false, mustEndAt: end)
        if isAtomic {
            level -= 1
            if !isFailing { failingLevel = .max }
        }
        guard let found else { return nil }
        try dropChoices(from: floor)
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
