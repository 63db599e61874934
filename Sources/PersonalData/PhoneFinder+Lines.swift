internal import HTMLParsing

// Numbers that a mail program has broken over the end of a line.
extension PhoneFinder {
    /// The digits that a number has as a rule, with those of its country. The lines before and behind a shorter one belong together.
    private static let usualDigits = 10

    /// A number that begins at the end of a chain and goes on behind the end of the line.
    ///
    /// Two numbers in a list stand below each other as well. So the first line needs a sign of a telephone number, such as `+`, and lacks
    /// digits; or it ends with a hyphen.
    ///
    /// - Returns: The groups of the number, and those in front of it.
    func overLineEnd(of chain: [Group]) -> (groups: [Group], front: [Group])? {
        guard let last = chain.last, let next = separator(at: last.range.upperBound), next.separator.hasLineEnd,
            isSeparator(next.separator, behind: chain)
        else { return nil }
        var rest = self.chain(at: next.end)
        rest[0].separator = next.separator
        let isHyphenated = next.separator.signs == [UInt8(ascii: "-")]
        for start in chain.indices where isStart(chain, start) {
            let head = Array(chain[start...])
            let digits = head.reduce(0) { $0 + $1.count }
            let context = context(before: head[0].range.lowerBound)
            let hasPlus = plusSign(before: head[0].range.lowerBound) != nil
            let isZero = text[head[0].range.lowerBound] == UInt8(ascii: "0")
            guard hasPlus || context == .phone || isZero && start == 0 && context == .none else { continue }
            let usual = hasPlus ? Self.usualDigits : isZero ? Self.usualDigits - 1 : 7
            for end in rest.indices.reversed() where isEnd(rest, end) {
                let joined = head + rest[...end]
                let total = joined.reduce(0) { $0 + $1.count }
                guard total <= (hasPlus ? 15 : 13), joined.count <= 8 else { continue }
                // "030 12345" is whole, and "20 items" on the next line do not belong to it.
                let isPart = rest[end].count >= 3 || end > 0 || (head.last?.count ?? 0) <= 3
                let isShort = digits < usual || !accepts(head[...], of: head, context)
                guard isHyphenated || isShort && isPart, accepts(joined[...], of: joined, context) else { continue }
                let front = Array(chain[..<start])
                if isHyphenated || !isSentence(rest) { return (joined, front) }
                if accepts(head[...], of: head, context) { return nil }
                // In front of a postal code, a number may be shorter than elsewhere: "0316 877".
                if isZero, head.count > 1, digits >= 7, rest[0].count >= 4 { return (head, front) }
                return (joined, front)
            }
        }
        return nil
    }

    /// Whether the digits on the next line begin a sentence or an address: a postal code, a year or an amount.
    private func isSentence(_ rest: [Group]) -> Bool {
        guard rest.count == 1, let group = rest.first, group.count <= 5, text.at(group.range.upperBound) == 0x20 else { return false }
        let start = group.range.upperBound + 1
        var end = start
        while end < text.count, text[end].isWord, !text[end].isASCIIDigit { end += 1 }
        guard end > start else { return false }
        // Three digits and less are a count of something. More of them in front of a word in lower case may be the end of the number:
        // "4567 now".
        return group.count <= 3 || isYear(group) || NameFolding.isCapitalized(text[start..<end])
            || PhoneWords.units.contains(text.lowercased(start..<end))
    }
}
