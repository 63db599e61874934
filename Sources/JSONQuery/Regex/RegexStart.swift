/// The bytes that a match of a piece of a pattern can begin with.
struct RegexStart {
    /// A bit for each byte.
    private var bits: SIMD4<UInt64>
    /// Whether the piece may match the empty text, so that what follows it counts as well.
    private(set) var mayBeEmpty: Bool

    /// The start of the empty text.
    static let nothing = RegexStart(bits: .zero, mayBeEmpty: true)
    /// What is not known.
    static let any = RegexStart(bits: SIMD4(repeating: .max), mayBeEmpty: true)

    private init(bits: SIMD4<UInt64>, mayBeEmpty: Bool) {
        self.bits = bits
        self.mayBeEmpty = mayBeEmpty
    }

    init(_ set: RegexSet) {
        let others: UInt64 = set.isASCII ? 0 : .max
        self.init(bits: SIMD4(set.low, set.high, others, others), mayBeEmpty: false)
    }

    init(byte: UInt8) {
        self.init(bits: .zero, mayBeEmpty: false)
        bits[Int(byte >> 6)] = 1 << UInt64(byte & 63)
    }

    /// The start of a character in a text, if cases are ignored.
    ///
    /// - Parameter place: The place of the character in the text.
    init(folding: [UInt32], at place: Int) {
        self.init(RegexSet(folding: folding[place]))
        // A character that stands for several is not ASCII.
        if CaseFolding.hasExpansion(folding) { (bits[2], bits[3]) = (.max, .max) }
    }

    init(_ node: RegexNode) {
        switch node {
        case .empty, .look, .anchor, .keep: self = .nothing
        case .bytes(let bytes): self = bytes.first.map { RegexStart(byte: $0) } ?? .nothing
        case .set(let set): self.init(set)
        case .folded(let folding): self = folding.isEmpty ? .nothing : RegexStart(folding: folding, at: 0)
        // A look-ahead may have set the group.
        case .backReference: self = .any
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

    mutating func formUnion(_ other: RegexStart) {
        bits |= other.bits
        mayBeEmpty = mayBeEmpty || other.mayBeEmpty
    }

    /// What this and another piece behind it can begin with.
    func followed(by other: RegexStart) -> RegexStart {
        guard mayBeEmpty else { return self }
        return RegexStart(bits: bits | other.bits, mayBeEmpty: other.mayBeEmpty)
    }

    /// Whether this never begins with a character of a set, so that a run of the set in front of it gives nothing back.
    func excludes(_ set: RegexSet) -> Bool { !mayBeEmpty && bits & RegexStart(set).bits == .zero }

    /// The number of bytes.
    var count: Int { bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount } }

    /// A flag for each byte.
    var flags: [Bool] { (0..<256).map { bits[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 } }
}
