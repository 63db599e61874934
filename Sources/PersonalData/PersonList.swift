internal import HTMLParsing

/// The persons that headers and the caller name, with the words of their names.
///
/// Those of ``shared`` are indexed once for all records: adding the names of a record does not copy them.
struct PersonList {
    /// The longest name in bytes.
    static let maxNameBytes = 200

    private var shared = PersonIndex(start: 0)
    private var own = PersonIndex(start: 0)
    private var isMerged = true
    private let usesParts: Bool

    /// - Parameter usesParts: Whether first and last names alone count.
    init(usesParts: Bool) { self.usesParts = usesParts }

    /// Makes all persons so far those that all copies share.
    mutating func share() {
        guard shared.persons.isEmpty else { return }
        merge()
        shared = own
        own = PersonIndex(start: shared.end)
    }

    // MARK: - Looking up

    var isEmpty: Bool { shared.persons.isEmpty && own.persons.isEmpty }
    var hasUnspaced: Bool { !shared.unspaced.isEmpty || !own.unspaced.isEmpty }

    func person(_ number: Int) -> Person { number < own.start ? shared.persons[number] : own.persons[number - own.start] }

    /// The persons whose names have a word.
    func sharing(_ word: String) -> PersonIndex.Sharing? { own.words[word] ?? shared.words[word] }

    /// Whether a word may be in a name. False is certain.
    func mayHave(_ first: UInt8, _ second: UInt8) -> Bool {
        guard first < 0x80, second < 0x80 else { return true }
        return shared.mayHave(first.asciiLowercased, second.asciiLowercased) || own.mayHave(first.asciiLowercased, second.asciiLowercased)
    }

    /// The longest name without spaces that begins at an offset.
    func unspaced(in text: Bytes, at place: Int) -> (length: Int, person: Int)? {
        let first = String(decoding: text[place..<place + 3], as: UTF8.self)
        let found = own.unspaced(in: text, at: place, first: first)
        guard let other = shared.unspaced(in: text, at: place, first: first) else { return found }
        return found.map { $0.length > other.length ? $0 : other } ?? other
    }

    /// The person that a person is merged into.
    func canonical(_ number: Int) -> Int {
        var number = number
        while let next = own.merged[number] ?? shared.merged[number], next != number { number = next }
        return number
    }

    // MARK: - Adding

    /// Adds a name.
    ///
    /// - Returns: Whether the name can be found: false if no word of it can be a person's.
    @discardableResult
    mutating func add(name: Bytes) -> Bool {
        guard name.count <= Self.maxNameBytes else { return false }
        let words = NameFolding.words(of: name, in: 0..<name.count).map { name[$0] }
        var parts: [String] = []
        var german: [String] = []
        var particles: Set<String> = []
        for (place, word) in words.enumerated() where word.count <= NameFolding.maxBytes {
            let part = NameFolding.folded(word)
            // A word of accents alone has no letters.
            if part.isEmpty { continue }
            if NameWords.titles.contains(String(decoding: word, as: UTF8.self).lowercased()), words.count > 1, !isName(place, words) {
                continue
            }
            // As the first word, a particle is a given name (Van, Al, Di) or a part of a family name alone (van der Berg); as the last one, a
            // family name (Das, Do, Le).
            if NameWords.particles.contains(part), place > 0 || isParticleFirst(words), place < words.count - 1 {
                particles.insert(part)
                continue
            }
            if part.unicodeScalars.count == 1, word.count == 1 { continue }
            if word.contains(where: \.isASCIIDigit) { continue }
            if !parts.contains(part) {
                parts.append(part)
                german.append(NameFolding.folded(word, german: true))
            }
        }
        guard !parts.isEmpty, parts.contains(where: { $0.utf8.count > 1 }) else { return false }
        let isWhole =
            !usesParts && parts.count > 1 || parts.count > 6
            || words.contains { word in
                NameWords.roles.contains(String(decoding: word, as: UTF8.self).lowercased())
            }
        // A name of one word such as "Team" would be found in every text.
        if isWhole, parts.count == 1 { return false }
        let key = parts.sorted()
        guard shared.known[key] == nil, own.known[key] == nil else { return true }
        let number = own.end
        let person = Person(parts: parts, particles: particles, isWhole: isWhole)
        own.known[key] = number
        own.persons.append(person)
        isMerged = false
        for (part, other) in zip(parts, german) {
            for key in Set([part, other]) {
                if own.words[key] == nil {
                    own.words[key] = shared.words[key] ?? PersonIndex.Sharing()
                    own.noteStart(of: key)
                }
                own.words[key]?.persons.append(number)
                if person.countsAlone, own.words[key]?.alone == nil { own.words[key]?.alone = number }
            }
        }
        addUnspaced(words, number)
        return true
    }

    /// Whether a word that is a title as well is a part of a name: a short one with one capital letter in front of one other word, as in `Ba Le`,
    /// or behind it.
    private func isName(_ place: Int, _ words: [ArraySlice<UInt8>]) -> Bool {
        let word = words[place]
        guard words.count == 2, word.first?.isUpper == true, word.dropFirst().allSatisfy({ !$0.isUpper }) else { return false }
        return NameWords.titlesAndNames.contains(
            word.map(\.asciiLowercased).reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) })
    }

    /// Whether a name begins with a particle, as in `van der Berg`: one in lower case in front of a word with a capital letter, or one in front
    /// of another particle.
    private func isParticleFirst(_ words: [ArraySlice<UInt8>]) -> Bool {
        guard words.count > 1 else { return false }
        if !NameFolding.isCapitalized(words[0]) { return words.contains(where: NameFolding.isCapitalized) }
        return words.count > 2 && NameWords.particles.contains(NameFolding.folded(words[1]))
    }

    private mutating func addUnspaced(_ words: [ArraySlice<UInt8>], _ number: Int) {
        let parts = words.filter { $0.count >= 3 && CaselessScripts.hasNoSpaces(lead: $0[$0.startIndex], next: $0[$0.startIndex + 1]) }
        guard !parts.isEmpty else { return }
        var names = parts.filter { $0.count >= 6 }.map { Bytes($0) }
        if parts.count > 1 { names.append(parts.reduce([]) { $0 + $1 }) }
        for name in names {
            let key = String(decoding: name, as: UTF8.self)
            guard own.unspaced[key] == nil, shared.unspaced[key] == nil else { continue }
            own.unspaced[key] = number
            let first = String(decoding: name.prefix(3), as: UTF8.self)
            var lengths = own.unspacedLengths[first, default: []]
            if lengths.contains(name.count) { continue }
            lengths.append(name.count)
            own.unspacedLengths[first] = lengths.sorted(by: >)
        }
    }

    // MARK: - Merging

    /// Merges persons of whom one name is a part of exactly one other: `Ann` and `Ann Example`.
    mutating func merge() {
        if isMerged { return }
        isMerged = true
        /// The number of a person with more words, or that of the smaller person if there are several.
        var larger: [Int: Int] = [:]
        func note(_ small: Int, _ large: Int) {
            let old = larger[small] ?? shared.merged[small]
            larger[small] = old == nil || old == large ? large : small
        }
        for number in own.start..<own.end {
            let person = person(number)
            if person.isWhole { continue }
            for large in sharedPersons(with: person.parts) { note(number, large) }
            let parts = person.parts.sorted()
            for bits in 1..<max(1, 1 << parts.count - 1) {
                let some = parts.indices.filter { bits >> $0 & 1 == 1 }.map { parts[$0] }
                if let small = own.known[some] ?? shared.known[some], !self.person(small).isWhole { note(small, number) }
            }
        }
        own.merged = larger
    }

    /// Shared persons that have all these words and more: two at most, since more make no difference.
    private func sharedPersons(with parts: [String]) -> [Int] {
        let lists = parts.map { shared.words[$0]?.persons ?? [] }
        guard let least = lists.min(by: { $0.count < $1.count }) else { return [] }
        var found: [Int] = []
        for number in least where found.count < 2 {
            let person = shared.persons[number]
            if !person.isWhole, person.parts.count > parts.count, parts.allSatisfy(person.parts.contains) { found.append(number) }
        }
        return found
    }
}
