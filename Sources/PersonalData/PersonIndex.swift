/// Persons by the words of their names.
struct PersonIndex {
    /// The persons that share a word.
    struct Sharing {
        /// Their numbers, in ascending order.
        var persons: [Int] = []
        /// The first one that the word names alone.
        var alone: Int?
    }

    /// The number of the first person.
    let start: Int
    var persons: [Person] = []
    var words: [String: Sharing] = [:]
    /// Names in scripts without spaces.
    var unspaced: [String: Int] = [:]
    /// The lengths of these names in bytes by their first character, the longest first.
    var unspacedLengths: [String: [Int]] = [:]
    /// The person with a set of words, which are sorted.
    var known: [[String]: Int] = [:]
    /// The person that a person is merged into: itself if there are several.
    var merged: [Int: Int] = [:]
    /// The first two bytes of all words, as bits: most words of a text are none of them.
    private var starts = [UInt64](repeating: 0, count: 16)

    init(start: Int) { self.start = start }

    var end: Int { start + persons.count }

    mutating func noteStart(of word: String) {
        let bytes = Array(word.utf8.prefix(2))
        let bit = Self.bit(bytes[0], bytes.count > 1 ? bytes[1] : 0)
        starts[bit >> 6] |= 1 << (bit & 63)
    }

    /// Whether a word with these bytes in lower case may be in ``words``. False is certain.
    func mayHave(_ first: UInt8, _ second: UInt8) -> Bool {
        let bit = Self.bit(first, second)
        return starts[bit >> 6] & 1 << (bit & 63) != 0
    }

    /// The longest name without spaces that begins at an offset with a character.
    func unspaced(in text: Bytes, at place: Int, first: String) -> (length: Int, person: Int)? {
        for length in unspacedLengths[first] ?? [] where place + length <= text.count {
            let name = String(decoding: text[place..<place + length], as: UTF8.self)
            if let person = unspaced[name] { return (length, person) }
        }
        return nil
    }

    private static func bit(_ first: UInt8, _ second: UInt8) -> Int { Int(first & 0x1F) << 5 | Int(second & 0x1F) }
}

/// A person: the words of the name in the form of ``NameFolding``.
struct Person {
    var parts: [String]
    /// Words such as `von` in front of the last name.
    var particles: Set<String> = []
    /// Whether only the whole name counts, as for `Support Team`.
    var isWhole: Bool

    /// Whether one word alone may name the person.
    var countsAlone: Bool { !isWhole || parts.count == 1 }
}
