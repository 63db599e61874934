extension RegexMatcher {
    /// Runs the instructions from an index on.
    ///
    /// - Parameter isWhole: Whether this is the whole pattern, not a part that is matched on its own.
    /// - Returns: The end of the match, in bytes; nil if there is none.
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

    /// The offset of the character after the one at an offset.
    func next(_ position: Int) -> Int {
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    func previous(_ position: Int) -> Int {
        var previous = position - 1
        while previous > 0, text[previous] & 0xC0 == 0x80 { previous -= 1 }
        return previous
    }

    /// The character at an offset.
    func character(at position: Int) -> UInt32 {
        let byte = text[position]
        if byte < 0x80 { return UInt32(byte) }
        var code = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
        var place = position + 1
        while place < text.count, text[place] & 0xC0 == 0x80 {
            code = code << 6 | UInt32(text[place] & 0x3F)
            place += 1
        }
        return code
    }

    /// Moves past a character that is in a set.
    ///
    /// - Returns: Whether there is one at the position.
    @inline(__always)
    mutating func pass(_ set: Int, _ position: inout Int) throws -> Bool {
        guard position < text.count else { return false }
        let byte = text[position]
        guard byte < 0x80 else { return try passLong(set, &position) }
        guard regex.sets[set].contains(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// Moves past a character that is not ASCII and is in a set.
    private mutating func passLong(_ set: Int, _ position: inout Int) throws -> Bool {
        try count(regex.setCosts[set])
        guard regex.sets[set].contains(character(at: position)) else { return false }
        position = next(position)
        return true
    }

    /// Whether an anchor matches at an offset.
    func holds(_ anchor: RegexNode.Anchor, at position: Int) -> Bool {
        switch anchor {
        case .textStart: return position == 0
        case .textEnd: return position == text.count
        case .textEndOrLastLineBreak: return position == text.count || (position == text.count - 1 && text[position] == 0x0A)
        case .lineStart: return position == 0 || (text[position - 1] == 0x0A && position < text.count)
        case .lineEnd: return position == text.count || text[position] == 0x0A
        case .wordBoundary, .noWordBoundary:
            let before = position > 0 && isInWord(at: previous(position))
            let after = position < text.count && isInWord(at: position)
            return (before != after) == (anchor == .wordBoundary)
        case .searchStart: return position == searchStart
        }
    }

    private func isInWord(at position: Int) -> Bool {
        let byte = text[position]
        return byte < 0x80 ? RegexCharacterClass.word.contains(ascii: byte) : RegexProperty.word.contains(character(at: position))
    }

    /// The length of the text that a back reference matches, in bytes.
    private func lengthOfReference(_ numbers: [Int]) -> Int {
        numbers.lazy.filter { $0 >= 0 && 2 * $0 + 1 < groups.count }.map { groups[2 * $0 + 1] - groups[2 * $0] }.max() ?? 0
    }

    /// The end of the characters at an offset that fold to a text; nil if there are none.
    func end(ofFolding folding: [UInt32], at position: Int) -> Int? {
        var position = position
        var place = 0
        while place < folding.count {
            guard position < text.count else { return nil }
            let code = character(at: position)
            if code < 128 {
                guard CaseFolding.folded(code) == folding[place] else { return nil }
                place += 1
            } else {
                let part = CaseFolding.full(code)
                guard folding[place...].starts(with: part) else { return nil }
                place += part.count
            }
            position = next(position)
        }
        return position
    }

    /// Matches a back reference at an offset.
    ///
    /// - Returns: The end of the match; nil if the text of the group is not repeated here, or if the group has not matched.
    private func endOfReference(_ numbers: [Int], at position: Int, ignoresCase: Bool) -> Int? {
        for number in numbers where number >= 0 && 2 * number + 1 < groups.count {
            let start = groups[2 * number]
            let end = groups[2 * number + 1]
            guard start >= 0, end >= start else { continue }
            if !ignoresCase {
                guard position + end - start <= text.count, text[start..<end].elementsEqual(text[position..<position + end - start]) else {
                    return nil
                }
                return position + end - start
            }
            var here = position
            var there = start
            while there < end {
                guard here < text.count, CaseFolding.folded(character(at: here)) == CaseFolding.folded(character(at: there)) else {
                    return nil
                }
                here = next(here)
                there = next(there)
            }
            return here
        }
        return nil
    }
}
