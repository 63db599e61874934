/// The characters that a piece of a pattern can begin with: each of ASCII, and all others together.
struct RegexStart {
    private var low: UInt64
    private var high: UInt64
    private var hasOthers: Bool
    /// Whether the piece may match the empty text, so that what follows it counts as well.
    private var mayBeEmpty: Bool

    private static let nothing = RegexStart(low: 0, high: 0, hasOthers: false, mayBeEmpty: true)
    /// What is not known.
    static let any = RegexStart(low: .max, high: .max, hasOthers: true, mayBeEmpty: true)

    private init(low: UInt64, high: UInt64, hasOthers: Bool, mayBeEmpty: Bool) {
        (self.low, self.high, self.hasOthers, self.mayBeEmpty) = (low, high, hasOthers, mayBeEmpty)
    }

    private init(_ set: RegexSet) { self.init(low: set.low, high: set.high, hasOthers: !set.isASCII, mayBeEmpty: false) }

    init(_ node: RegexNode) {
        switch node {
        case .empty, .look, .anchor, .keep: self = .nothing
        case .bytes(let bytes):
            guard let first = bytes.first else {
                self = .nothing
                return
            }
            let bit = (1 as UInt64) << UInt64(first & 63)
            self.init(low: first < 64 ? bit : 0, high: 64..<128 ~= first ? bit : 0, hasOthers: first >= 128, mayBeEmpty: false)
        case .set(let set): self.init(set)
        case .folded, .backReference: self = .any
        case .group(let node, _), .atomic(let node): self.init(node)
        case .sequence(let nodes):
            self = .nothing
            for node in nodes where mayBeEmpty { self = followed(by: RegexStart(node)) }
        case .choice(let branches):
            self = .nothing
            mayBeEmpty = false
            for branch in branches { formUnion(RegexStart(branch)) }
        case .repeat(let node, let min, _, _):
            self.init(node)
            mayBeEmpty = mayBeEmpty || min == 0
        }
    }

    private mutating func formUnion(_ other: RegexStart) {
        low |= other.low
        high |= other.high
        hasOthers = hasOthers || other.hasOthers
        mayBeEmpty = mayBeEmpty || other.mayBeEmpty
    }

    /// What this and another piece behind it can begin with.
    func followed(by other: RegexStart) -> RegexStart {
        guard mayBeEmpty else { return self }
        var both = self
        both.formUnion(other)
        both.mayBeEmpty = other.mayBeEmpty
        return both
    }

    /// Whether this never begins with a character of a set, so that a run of the set in front of it has to give nothing back.
    func excludes(_ set: RegexSet) -> Bool {
        let other = RegexStart(set)
        return !mayBeEmpty && low & other.low == 0 && high & other.high == 0 && !(hasOthers && other.hasOthers)
    }
}
