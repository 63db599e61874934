/// A set of characters.
struct RegexSet: Sendable {
    indirect enum Item: Sendable {
        case range(UInt32, UInt32)
        case property(RegexProperty, isNegative: Bool)
        case set(RegexSet)
    }

    private let items: [Item]
    let isNegative: Bool
    /// Sets that a character has to be in as well (`&&`).
    private let others: [RegexSet]
    private let ignoresCase: Bool
    /// Number of items, also of sets inside, by which a look takes longer; more if cases are ignored.
    let cost: Int
    /// Which of the ASCII characters are in the set.
    let low: UInt64
    let high: UInt64

    init(_ items: [Item], isNegative: Bool = false, others: [RegexSet] = [], ignoresCase: Bool = false) {
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

    /// The characters that fold to one.
    init(folding: UInt32) {
        self.init(([folding] + CaseFolding.variants(of: folding)).map { .range($0, $0) })
    }

    /// Any character, or any but the line break.
    static let all = RegexSet([.range(0, 0x10FFFF)])
    static let noLineBreak = RegexSet([.range(0x0A, 0x0A)], isNegative: true)

    static let word = RegexSet([.property(.word, isNegative: false)])

    /// Whether the set has certainly no characters but those of ASCII.
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

    private static func finds(_ code: UInt32, items: [Item], others: [RegexSet], ignoresCase: Bool) -> Bool {
        guard others.allSatisfy({ $0.contains(code) }) else { return false }
        if matches(code, items) { return true }
        guard ignoresCase else { return false }
        return CaseFolding.variants(of: code).contains { matches($0, items) }
    }

    private static func matches(_ code: UInt32, _ items: [Item]) -> Bool {
        items.contains { item in
            switch item {
            case .range(let first, let last): code >= first && code <= last
            case .property(let property, let isNegative): property.contains(code) != isNegative
            case .set(let set): set.contains(code)
            }
        }
    }
}
