internal import HTMLParsing

/// Finds the names of a ``PersonList`` in a text.
struct PersonFinder {
    /// A word of the text that belongs to names.
    private struct Word {
        let range: Range<Int>
        let sharing: PersonIndex.Sharing
        let part: String
    }

    /// Two words that many persons share, and these persons. Texts repeat them.
    private struct Pair: Hashable {
        let first: String
        let second: String
    }

    private let text: Bytes
    private let list: PersonList
    private var pairs: [Pair: [Int]] = [:]

    private init(text: Bytes, list: PersonList) {
        self.text = text
        self.list = list
    }

    static func find(_ list: PersonList, in text: Bytes, isHeader: Bool, into matches: inout [PersonalDataMatch]) {
        if list.isEmpty { return }
        var finder = PersonFinder(text: text, list: list)
        if list.hasUnspaced { finder.findUnspaced(&matches) }
        finder.findWords(isHeader: isHeader, &matches)
    }

    private func match(_ range: Range<Int>, _ person: Int) -> PersonalDataMatch {
        PersonalDataMatch(range: range, name: PersonalDataKind.person.alias, key: "\(list.canonical(person))")
    }

    // MARK: - Names in scripts without spaces

    private func findUnspaced(_ matches: inout [PersonalDataMatch]) {
        var place = 0
        while place + 6 <= text.count {
            guard text[place] >= 0xE0, text[place] < 0xF0 else {
                place += 1
                continue
            }
            let found = list.unspaced(in: text, at: place)
            if let found {
                let end = place + found.length
                // Family name and given name with a space between them.
                if let last = matches.last, last.name == PersonalDataKind.person.alias, last.key == "\(list.canonical(found.person))",
                    place - last.range.upperBound <= 1, place == last.range.upperBound || text[place - 1] == 0x20
                {
                    matches[matches.count - 1].range = last.range.lowerBound..<end
                } else {
                    matches.append(match(place..<end, found.person))
                }
                place = end
            } else {
                place += 3
            }
        }
    }

    // MARK: - Words

    private mutating func findWords(isHeader: Bool, _ matches: inout [PersonalDataMatch]) {
        var place = 0
        while place < text.count {
            guard text[place].isWord else {
                place += 1
                continue
            }
            var end = NameFolding.wordEnd(in: text, from: place)
            if let (range, person) = joinedName(place..<end) {
                matches.append(match(range, person))
            } else if let first = word(place..<end), let (range, person) = name(from: first, isHeader: isHeader) {
                matches.append(match(withParticles(range, of: person), person))
                end = max(end, range.upperBound)
            }
            place = end
        }
    }

    /// A name whose words have no space between them, as in the name of a file: `AnnExample`.
    private func joinedName(_ range: Range<Int>) -> (Range<Int>, Int)? {
        guard text[range.lowerBound].isUpper, range.count <= 2 * NameFolding.maxBytes else { return nil }
        let borders = range.dropFirst().filter { text[$0].isUpper && !text[$0 - 1].isUpper }
        guard (1...4).contains(borders.count) else { return nil }
        var end = range.upperBound
        while text[end - 1].isASCIIDigit { end -= 1 }
        var persons: [Int]?
        for (start, end) in zip([range.lowerBound] + borders, borders + [end]) {
            guard end > start, let found = list.sharing(NameFolding.folded(text[start..<end])) else { return nil }
            persons = persons.map { Self.common($0, found.persons) } ?? found.persons
        }
        guard let person = persons?.first(where: { !list.person($0).isWhole }) else { return nil }
        return (range.lowerBound..<end, person)
    }

    /// A name with the particles of the person in front of it: `da Rosa`.
    private func withParticles(_ range: Range<Int>, of person: Int) -> Range<Int> {
        let particles = list.person(person).particles
        var start = range.lowerBound
        // O'Brien, d'Arc
        if start > 1, text[start - 1] == UInt8(ascii: "'"), text[start - 2].isASCIILetter, !text.at(start - 3).isWord { start -= 2 }
        while !particles.isEmpty, start > 1, text[start - 1] == 0x20 {
            var first = start - 1
            while first > 0, start - first < 6, text[first - 1].isWord { first -= 1 }
            guard particles.contains(text.lowercased(first..<start - 1)) else { break }
            start = first
        }
        return start..<range.upperBound
    }

    /// The persons of a word. A genitive without an apostrophe counts, too: `Annas`.
    private func word(_ range: Range<Int>) -> Word? {
        guard range.count >= 2, range.count <= NameFolding.maxBytes else { return nil }
        guard list.mayHave(text[range.lowerBound], text[range.lowerBound + 1]) else { return nil }
        let part = NameFolding.folded(text[range])
        if let sharing = list.sharing(part) { return Word(range: range, sharing: sharing, part: part) }
        guard part.hasSuffix("s"), part.utf8.count > 3, text[range.upperBound - 1] | 0x20 == UInt8(ascii: "s") else { return nil }
        let stem = String(part.dropLast())
        guard let sharing = list.sharing(stem), NameFolding.isCapitalized(text[range]), !NameWords.capitalizedWords.contains(stem) else {
            return nil
        }
        return Word(range: range.lowerBound..<range.upperBound - 1, sharing: sharing, part: stem)
    }

    /// The longest name that begins with a word.
    private mutating func name(from first: Word, isHeader: Bool) -> (Range<Int>, Int)? {
        var persons = first.sharing.persons
        var parts: Set<String> = [first.part]
        var end = first.range.upperBound
        var words = [first.range]
        var place = end
        var skipped = 0
        while let gap = gap(from: place) {
            guard gap < text.count, text[gap].isWord else { break }
            let next = NameFolding.wordEnd(in: text, from: gap)
            if let word = word(gap..<next), !parts.contains(word.part) {
                let shared = parts.count == 1 ? sharing(first, word) : Self.common(persons, word.sharing.persons)
                if !shared.isEmpty {
                    persons = shared
                    parts.insert(word.part)
                    words.append(word.range)
                    end = word.range.upperBound
                    place = end
                    skipped = 0
                    if end < next { break }
                    continue
                }
            }
            // An initial or a particle inside of the name.
            let isInner = next - gap == 1 || NameWords.particles.contains(text.lowercased(gap..<next))
            guard isInner, skipped < 3 else { break }
            skipped += 1
            place = next
        }
        if words.count > 1 {
            let person = persons.first { !list.person($0).isWhole || parts.count == list.person($0).parts.count }
            let hasCapital = words.contains { NameFolding.isCapitalized(text[$0]) }
            let isCommon = person.map { list.person($0).isWhole } ?? false || parts.isSubset(of: NameWords.ambiguous)
            let isName = isHeader || hasCapital || !isCommon
            if let person, isName { return (first.range.lowerBound..<end, person) }
        }
        // One word alone.
        guard let person = personWithParticle(before: first) ?? first.sharing.alone else { return nil }
        return isHeader || isNameAlone(first, of: person) ? (first.range, person) : nil
    }

    /// Of several persons with a family name, the first one with the particle in front of it: `van der Stone` is not Kim Stone.
    private func personWithParticle(before word: Word) -> Int? {
        guard word.sharing.persons.count > 1, text.at(word.range.lowerBound - 1) == 0x20,
            let particle = text.words(before: word.range.lowerBound, count: 1).first, NameWords.particles.contains(particle)
        else { return nil }
        return word.sharing.persons.prefix(32).first { number in
            let person = list.person(number)
            return person.countsAlone && person.particles.contains(particle) && person.parts.last == word.part
        }
    }

    /// The persons who have both words.
    private mutating func sharing(_ first: Word, _ second: Word) -> [Int] {
        guard min(first.sharing.persons.count, second.sharing.persons.count) > 32 else {
            return Self.common(first.sharing.persons, second.sharing.persons)
        }
        let pair = Pair(first: first.part, second: second.part)
        if let known = pairs[pair] { return known }
        let found = Self.common(first.sharing.persons, second.sharing.persons)
        pairs[pair] = found
        return found
    }

    /// The numbers that two ascending lists have in common.
    private static func common(_ first: [Int], _ second: [Int]) -> [Int] {
        let (few, many) = first.count < second.count ? (first, second) : (second, first)
        return few.filter { number in
            var (low, high) = (0, many.count)
            while low < high {
                let middle = (low + high) / 2
                if many[middle] < number { low = middle + 1 } else { high = middle }
            }
            return low < many.count && many[low] == number
        }
    }

    /// The start of the next word, if what is in between can stand inside of a name.
    private func gap(from start: Int) -> Int? {
        var place = start
        while place < text.count, place - start < 6, !text[place].isWord, text[place] != UInt8(ascii: "%") { place += 1 }
        if place == start { return text.encodedSpace(at: place) }
        let signs = text[start..<place].filter { $0 != 0x20 }
        switch signs.count {
        case 0: return place
        case 1: return ".-'_+,\n/".utf8.contains(signs[0]) ? place : nil
        default: return signs == [0x2E, 0x2D] || signs == [0x0A, 0x3E] || signs == [0x2C, 0x0A] ? place : nil
        }
    }

    /// Whether a word that is a part of a name is a name here.
    private func isNameAlone(_ word: Word, of person: Int) -> Bool {
        let range = word.range
        let isCapital = NameFolding.isCapitalized(text[range])
        let isAmbiguous = NameWords.ambiguous.contains(word.part)
        if isCapital, !isAmbiguous { return true }
        let before = text.words(before: withParticles(range, of: person).lowerBound, count: 1).first ?? ""
        if text.at(range.lowerBound - 1) == UInt8(ascii: "@") { return !isAmbiguous || isCapital }
        // The greeting is directly in front.
        if NameWords.greetings.contains(before) { return isCapital || !isSentenceWord(word) }
        guard isCapital else { return false }
        // Within a sentence, a capital letter makes a name of most words.
        if !NameWords.capitalizedWords.contains(word.part), followsSmallWord(range.lowerBound) { return true }
        var next = range.upperBound
        if text.at(next) == UInt8(ascii: "'"), text.at(next + 1) | 0x20 == UInt8(ascii: "s"), !text.at(next + 2).isWord {
            return !NameWords.contracted.contains(word.part) && !isMonth(word.part)
        }
        if isLineAlone(range) { return true }
        while text.at(next) == 0x20, next < text.count { next += 1 }
        let follower = next
        while next < text.count, next - follower < 20, text[next].isWord { next += 1 }
        return NameWords.followers.contains(String(decoding: text[follower..<next], as: UTF8.self).lowercased())
    }

    /// Whether a word in lower case stands in front, with a space or a comma in between.
    private func followsSmallWord(_ start: Int) -> Bool {
        guard start > 1, text[start - 1] == 0x20 else { return false }
        var end = start - 1
        if text.at(end - 1) == UInt8(ascii: ",") { end -= 1 }
        var first = end
        while first > 0, end - first < 30, text[first - 1].isWord { first -= 1 }
        return first < end && !NameFolding.isCapitalized(text[first..<end]) && !text[first].isASCIIDigit
    }

    /// Words that stand in lower case behind thanks: "thanks in advance".
    private func isSentenceWord(_ word: Word) -> Bool { word.part.utf8.count <= 3 && NameWords.ambiguous.contains(word.part) }

    private func isMonth(_ part: String) -> Bool { ["april", "may", "june", "august", "mai", "juni", "juli"].contains(part) }

    /// Whether a word stands on a line of its own, as in a signature.
    private func isLineAlone(_ range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start > 0, range.lowerBound - start < 4, text[start - 1] != 0x0A, !text[start - 1].isWord { start -= 1 }
        guard start == 0 || text[start - 1] == 0x0A else { return false }
        var end = range.upperBound
        while end < text.count, end - range.upperBound < 4, text[end] != 0x0A, !text[end].isWord { end += 1 }
        return end == text.count || text[end] == 0x0A
    }
}
