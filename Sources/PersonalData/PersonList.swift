/// The persons that headers and the caller name, with the words of their names.
struct PersonList {
    /// A person: the words of the name in the form of ``NameFolding``.
    struct Person {
        var parts: [String]
        /// Words such as `von` in front of the last name.
        var particles: Set<String> = []
        /// Whether only the whole name counts, as for `Support Team`.
        var isWhole: Bool
    }

    /// The largest number of persons. A message to more has no names worth the time.
    private static let maxPersons = 5000
    /// The largest number of persons that share a word.
    private static let maxSharing = 32

    private(set) var persons: [Person] = []
    /// The persons whose names have a word.
    private(set) var index: [String: [Int]] = [:]
    /// Names in scripts without spaces, by their first character.
    private(set) var unspaced: [String: [(name: Bytes, person: Int)]] = [:]
    /// The first two bytes of all words in ``index``, as bits: most words of a text are none of them.
    private var starts = [UInt64](repeating: 0, count: 16)
    private var known: Set<[String]> = []
    private let usesParts: Bool

    /// - Parameter usesParts: Whether first and last names alone count.
    init(usesParts: Bool) { self.usesParts = usesParts }

    var isEmpty: Bool { persons.isEmpty }

    /// Whether a word may be in ``index``. False is certain.
    func mayHave(_ first: UInt8, _ second: UInt8) -> Bool {
        guard first < 0x80, second < 0x80 else { return true }
        let bit = Self.bit(first.lowercased, second.lowercased)
        return starts[bit >> 6] & 1 << (bit & 63) != 0
    }

    private static func bit(_ first: UInt8, _ second: UInt8) -> Int { Int(first & 0x1F) << 5 | Int(second & 0x1F) }

    // MARK: - Adding

    /// Adds the names in the value of a header such as `From` or `To`.
    mutating func add(header text: Bytes) {
        for name in Self.names(inHeader: text) { add(name: name) }
    }

    /// Adds a name, unless nothing in it can be one.
    mutating func add(name: Bytes) {
        guard persons.count < Self.maxPersons, name.count <= 200 else { return }
        let words = NameFolding.words(of: name, in: 0..<name.count).map { name[$0] }
        var parts: [String] = []
        var german: [String] = []
        var particles: Set<String> = []
        for (place, word) in words.enumerated() where word.count <= NameFolding.maxBytes {
            let part = NameFolding.folded(word)
            if NameWords.titles.contains(String(decoding: word, as: UTF8.self).lowercased()), words.count > 1 { continue }
            // As the first word, a particle is a given name: Van, Al, Di.
            if NameWords.particles.contains(part), place > 0, words.count > 1 {
                particles.insert(part)
                continue
            }
            if part.unicodeScalars.count == 1, word.count == 1 { continue }
            if word.contains(where: \.isDigit) { continue }
            if !parts.contains(part) {
                parts.append(part)
                german.append(NameFolding.folded(word, german: true))
            }
        }
        guard !parts.isEmpty, parts.contains(where: { $0.utf8.count > 1 }) else { return }
        guard known.insert(parts.sorted()).inserted else { return }
        let isWhole =
            !usesParts && parts.count > 1 || parts.count > 6
            || words.contains { word in
                NameWords.roles.contains(String(decoding: word, as: UTF8.self).lowercased())
            }
        // A name of one word such as "Team" would be found in every text.
        if isWhole, parts.count == 1 { return }
        let number = persons.count
        persons.append(Person(parts: parts, particles: particles, isWhole: isWhole))
        for (part, other) in zip(parts, german) {
            for key in Set([part, other]) where index[key, default: []].count < Self.maxSharing {
                index[key, default: []].append(number)
                let bytes = Array(key.utf8.prefix(2))
                let bit = Self.bit(bytes[0], bytes.count > 1 ? bytes[1] : 0)
                starts[bit >> 6] |= 1 << (bit & 63)
            }
        }
        addUnspaced(name, words, number)
    }

    private mutating func addUnspaced(_ name: Bytes, _ words: [ArraySlice<UInt8>], _ number: Int) {
        let parts = words.filter { $0.count >= 3 && CaselessScripts.hasNoSpaces(lead: $0[$0.startIndex], next: $0[$0.startIndex + 1]) }
        guard !parts.isEmpty else { return }
        var names = parts.filter { $0.count >= 6 }.map { Bytes($0) }
        if parts.count > 1 { names.append(parts.reduce([]) { $0 + $1 }) }
        for name in names {
            let first = String(decoding: name.prefix(3), as: UTF8.self)
            if unspaced[first, default: []].count < 64 { unspaced[first, default: []].append((name, number)) }
        }
    }

    /// Merges persons of whom one name is a part of the other: `Ann` and `Ann Example`. Call it once all names are known.
    mutating func merge() {
        var target = Array(persons.indices)
        for number in persons.indices where !persons[number].isWhole {
            let parts = persons[number].parts
            guard let first = parts.min(by: { (index[$0]?.count ?? 0) < (index[$1]?.count ?? 0) }) else { continue }
            let larger = (index[first] ?? []).filter { other in
                other != number && !persons[other].isWhole && persons[other].parts.count > parts.count
                    && parts.allSatisfy(persons[other].parts.contains)
            }
            if larger.count == 1 { target[number] = larger[0] }
        }
        for number in target.indices {
            var end = target[number]
            while target[end] != end { end = target[end] }
            target[number] = end
        }
        canonical = target
    }

    /// For each person, the one that it is merged into.
    private(set) var canonical: [Int] = []

    // MARK: - Headers

    /// The names in a list of mailboxes, as mail programs write it: `Ann Example <ann@example.com>, "Stone, Bob" <bob@example.com>`.
    static func names(inHeader text: Bytes) -> [Bytes] {
        var names: [Bytes] = []
        var current: Bytes = []
        var pieces: [Bytes] = []
        var isQuoted = false
        var depth = 0
        /// Ends an entry. With an address in angle brackets, all pieces since the last entry are its name.
        func flush(hasAddress: Bool) {
            pieces.append(current)
            current = []
            var plain = pieces.map(trimmed).filter { !$0.isEmpty && !$0.contains(UInt8(ascii: "@")) }
            pieces = []
            if plain.count == 2, isSurnameFirst(plain) { plain = [plain[1] + [0x20] + plain[0]] }
            if hasAddress, plain.count > 2 { plain = plain.map { $0 } }
            names += plain
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                current.append(0x20)
            case UInt8(ascii: "<") where depth == 0:
                isQuoted = false
                flush(hasAddress: true)
                depth = 1
            case UInt8(ascii: ">") where depth == 1: depth = 0
            case UInt8(ascii: "(") where depth == 0, UInt8(ascii: "[") where depth == 0: depth = 2
            case UInt8(ascii: ")") where depth == 2, UInt8(ascii: "]") where depth == 2: depth = 0
            case _ where depth > 0: break
            case UInt8(ascii: ";"), 0x0A: flush(hasAddress: false)
            case UInt8(ascii: ","):
                pieces.append(current)
                current = []
            default: current.append(byte)
            }
        }
        flush(hasAddress: false)
        return names
    }

    /// Whether two pieces are one name, the last name first: `Example, Ann`.
    private static func isSurnameFirst(_ pieces: [Bytes]) -> Bool {
        let counts = pieces.map { NameFolding.words(of: $0, in: 0..<$0.count).filter { $0.count > 1 }.count }
        return counts[0] <= 1 || counts[1] <= 1
    }

    private static func trimmed(_ name: Bytes) -> Bytes {
        var name = name[...]
        while let first = name.first, !first.isWord { name.removeFirst() }
        while let last = name.last, !last.isWord, last != UInt8(ascii: ".") { name.removeLast() }
        // "Ann Example via Tickets"
        for place in name.indices where name[place...].starts(with: " via ".utf8) { return Bytes(name[..<place]) }
        return Bytes(name)
    }
}
