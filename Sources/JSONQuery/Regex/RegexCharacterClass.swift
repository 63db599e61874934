/// A set of characters.
struct RegexCharacterClass: Sendable {
    indirect enum ClassItem: Sendable {
        case range(UInt32, UInt32)
        case property(RegexProperty, isNegative: Bool)
        case set(RegexCharacterClass)
    }

    private let items: [ClassItem]
    let isNegative: Bool
    /// Sets that a character has to be in as well (`&&`).
    private let others: [RegexCharacterClass]
    private let ignoresCase: Bool
    /// An estimate of the cost of a lookup: the number of items, including those of nested sets; tripled if case is ignored.
    let cost: Int
    /// Which of the ASCII characters are in the set.
    let low: UInt64
    let high: UInt64

    init(_ items: [ClassItem], isNegative: Bool = false, others: [RegexCharacterClass] = [], ignoresCase: Bool = false) {
        self.items = items
        self.isNegative = isNegative
        self.others = others
        self.ignoresCase = ignoresCase
        let inside = items.reduce(items.count) { count, item in if case .set(let set) = item { count + set.cost } else { count } }
        cost = others.reduce(ignoresCase ? 3 * inside : inside) { $0 + $1.cost }
        var low: UInt64 = 0
        var high: UInt64 = 0
        for code in UInt32(0)..<128
        where Self.finds(code, items: items, others: others, ignoresCase: ignoresCase) != isNegative {
            if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code - 64) }
        }
        self.low = low
        self.high = high
    }

    /// The set of all characters that fold to a given one.
    init(folding: UInt32) {
        self.init(([folding] + CaseFolding.variants(of: folding)).map { .range($0, $0) })
    }

    /// Any character, or any but the line break.
    static let all = RegexCharacterClass([.range(0, 0x10FFFF)])
    static let noLineBreak = RegexCharacterClass([.range(0x0A, 0x0A)], isNegative: true)

    static let word = RegexCharacterClass([.property(.word, isNegative: false)])

    /// Whether the set certainly contains ASCII characters only.
    var isASCII: Bool {
        guard !isNegative, !ignoresCase else { return false }
        return items.allSatisfy { item in
            switch item {
            case .range(_, let last): last < 128
            case .property: false
            case .set(let set): set.isASCII
            }
        }
    }

    @inline(__always)
    func contains(ascii byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 != 0 : high >> UInt64(byte & 63) & 1 != 0
    }

    func contains(_ code: UInt32) -> Bool {
        if code < 128 { return contains(ascii: UInt8(code)) }
        return Self.finds(code, items: items, others: others, ignoresCase: ignoresCase) != isNegative
    }

    private static func finds(_ code: UInt32, items: [ClassItem], others: [RegexCharacterClass], ignoresCase: Bool) -> Bool {
        guard others.allSatisfy({ $0.contains(code) }) else { return false }
        if matches(code, items) { return true }
        guard ignoresCase else { return false }
        return CaseFolding.variants(of: code).contains { matches($0, items) }
    }

    private static func matches(_ code: UInt32, _ items: [ClassItem]) -> Bool {
        items.contains { item in
            switch item {
            case .range(let first, let last): code >= first && code <= last
            case .property(let property, let isNegative): property.contains(code) != isNegative
            case .set(let set): set.contains(code)
            }
        }
    }
}

/// Case folding by Unicode: characters match if they fold to the same text, which may be up to three characters long (`ß` and `SS`).
enum CaseFolding {
    /// Characters that fold to another one which is neither their lower case, nor has them as its upper case.
    private static let odd = Array("ſKÅµς\u{345}\u{1FBE}ϐϑϴϕϖϰϱϵΩẛǅǈǋǲᲀᲁᲂᲃᲄᲅᲆᲇᲈ".unicodeScalars).map(\.value)

    /// The odd characters, grouped by their folding.
    private static let oddByFolding = Dictionary(grouping: odd, by: folded)

    /// The characters that fold to more than one character, with their foldings.
    static let expansions: [(code: UInt32, folding: [UInt32])] = {
        let ranges: [ClosedRange<UInt32>] = [0xDF...0x587, 0x1E96...0x1FFC, 0xFB00...0xFB17]
        return ranges.joined().compactMap { code in
            let folding = full(code)
            return folding.count > 1 ? (code, folding) : nil
        }
    }()

    /// The first two characters of each expansion, such as `ss` of `ß`, as one number.
    private static let expansionStarts = Set(expansions.map { UInt64($0.folding[0]) << 32 | UInt64($0.folding[1]) })

    /// Whether a part of a folded text may be the folding of a single character, such as `ss` of `ß`.
    static func hasExpansion(_ folding: [UInt32]) -> Bool {
        zip(folding, folding.dropFirst()).contains { expansionStarts.contains(UInt64($0) << 32 | UInt64($1)) }
    }

    /// The other characters that fold to the same one.
    static func variants(of code: UInt32) -> [UInt32] {
        let folding = folded(code)
        var found: [UInt32] = []
        func add(_ other: UInt32) { if other != code, folded(other) == folding, !found.contains(other) { found.append(other) } }
        add(folding)
        if let properties = Unicode.Scalar(folding)?.properties {
            for mapping in [properties.uppercaseMapping, properties.titlecaseMapping, properties.lowercaseMapping] {
                let scalars = mapping.unicodeScalars
                if scalars.count == 1, let other = scalars.first { add(other.value) }
            }
        }
        if folding == 0xDF { add(0x1E9E) }
        for other in oddByFolding[folding] ?? [] { add(other) }
        return found
    }

    /// The folding of a character if it is one character; otherwise the character itself, or ß for ẞ.
    static func folded(_ code: UInt32) -> UInt32 {
        if code < 128 { return code >= 0x41 && code <= 0x5A ? code + 32 : code }
        let folding = full(code)
        return folding.count == 1 ? folding[0] : code == 0x1E9E ? 0xDF : code
    }

    /// The folding of a character: the lower case of its upper case, because some characters share an upper case only.
    static func full(_ code: UInt32) -> [UInt32] {
        if code < 128 { return [code >= 0x41 && code <= 0x5A ? code + 32 : code] }
        // The dotless i shares its upper case with i, but does not fold to i.
        guard code != 0x131, let scalar = Unicode.Scalar(code) else { return [code] }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        let upper = lower.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        return upper.flatMap { $0.properties.lowercaseMapping.unicodeScalars }.map(\.value)
    }
}
