extension RegexMatcher {
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
        return byte < 0x80 ? RegexSet.word.contains(ascii: byte) : RegexProperty.word.contains(character(at: position))
    }

    /// The length of the text that a back reference matches, in bytes.
    func lengthOfReference(_ numbers: [Int]) -> Int {
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
    func endOfReference(_ numbers: [Int], at position: Int, ignoresCase: Bool) -> Int? {
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
