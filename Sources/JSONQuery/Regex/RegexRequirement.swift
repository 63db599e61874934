/// A text, or a byte of a set, that every match contains. If it does not occur in the rest of the text, the search ends.
struct RegexRequirement: Sendable {
    enum Part {
        /// A text, and for each byte the shift of the search by the Boyer–Moore–Horspool algorithm.
        case text([UInt8], shifts: [UInt8])
        /// A flag for each byte.
        case byte([Bool])
    }

    /// Limit of the text in bytes. In the worst case, a search compares all of them at each position.
    private static let maxBytes = 32
    /// Limit of the bytes in a set. A larger set has a byte of almost every text.
    private static let maxSetCount = 200

    let part: Part
    /// Whether every match begins with the part.
    let isPrefix: Bool

    /// - Returns: nil if there is nothing that every match contains.
    init?(_ node: RegexNode) {
        var finder = RequirementFinder()
        finder.visit(node)
        finder.endText()
        if finder.longest.count > 1 {
            let bytes = Array(finder.longest.prefix(Self.maxBytes))
            var shifts = [UInt8](repeating: UInt8(bytes.count), count: 256)
            for (place, byte) in bytes.dropLast().enumerated() { shifts[Int(byte)] = UInt8(bytes.count - 1 - place) }
            part = .text(bytes, shifts: shifts)
            isPrefix = finder.longestIsPrefix
        } else {
            guard let set = finder.set, set.count <= Self.maxSetCount else { return nil }
            part = .byte(set.flags)
            isPrefix = false
        }
    }
}

extension RegexRequirement {
    /// Finds the longest text and the smallest set among the pieces that every match has.
    private struct RequirementFinder {
        /// Limit of the sets that are compared, so that a long pattern compiles fast.
        private static let maxSets = 64

        var longest: [UInt8] = []
        var longestIsPrefix = false
        var set: RegexFirstBytes?
        private var sets = 0
        private var text: [UInt8] = []
        /// Whether a match begins with ``text``.
        private var isPrefix = true

        mutating func visit(_ node: RegexNode) {
            switch node {
            case .bytes(let bytes):
                text += bytes
                if let first = bytes.first, setCount > 1 { offer(RegexFirstBytes(byte: first)) }
            case .group(let node, _), .atomic(let node): visit(node)
            case .sequence(let nodes): for node in nodes { visit(node) }
            // A node that consumes nothing does not interrupt a text.
            case .empty, .anchor, .keep, .look: break
            case .repeat(let node, let min, _, _):
                // Other rounds may match between the text before the node, its content, and the text after it.
                endText()
                if min > 0 { visit(node) }
                endText()
            case .choice(let branches):
                endText()
                visit(branches)
            case .set(let set):
                endText()
                if isWanting { offer(RegexFirstBytes(set)) }
            case .folded(let folding):
                endText()
                for place in folding.indices where isWanting { offer(RegexFirstBytes(folding: folding, at: place)) }
            case .backReference: endText()
            }
        }

        /// The size of the smallest set so far; more than all bytes if there is none.
        private var setCount: Int { self.set?.count ?? 257 }

        private var isWanting: Bool { setCount > 1 && sets < Self.maxSets }

        /// Each match has a byte of one of the branches' sets.
        private mutating func visit(_ branches: [RegexNode]) {
            guard isWanting else { return }
            var all = RegexFirstBytes.nothing
            for branch in branches {
                var finder = RequirementFinder()
                finder.sets = sets
                finder.visit(branch)
                sets = finder.sets + 1
                guard let set = finder.set, isWanting else { return }
                all.formUnion(set)
            }
            offer(all)
        }

        private mutating func offer(_ start: RegexFirstBytes) {
            sets += 1
            if start.count < setCount { set = start }
        }

        /// Ends the current text, because any byte may follow, and keeps it if it is the longest.
        mutating func endText() {
            if text.count > longest.count {
                longest = text
                longestIsPrefix = isPrefix
            }
            text = []
            isPrefix = false
        }
    }
}

/// The set of bytes that a match of a node can begin with.
struct RegexFirstBytes {
    /// A bit for each byte.
    private var bits: SIMD4<UInt64>
    /// Whether the node may match the empty text. Then a match can also begin with the bytes of the next node.
    private(set) var mayBeEmpty: Bool

    /// The start of the empty text.
    static let nothing = RegexFirstBytes(bits: .zero, mayBeEmpty: true)
    /// The start of an unknown node: any byte, or the empty text.
    static let any = RegexFirstBytes(bits: SIMD4(repeating: .max), mayBeEmpty: true)

    private init(bits: SIMD4<UInt64>, mayBeEmpty: Bool) {
        self.bits = bits
        self.mayBeEmpty = mayBeEmpty
    }

    init(_ set: RegexCharacterClass) {
        let others: UInt64 = set.isASCII ? 0 : .max
        self.init(bits: SIMD4(set.low, set.high, others, others), mayBeEmpty: false)
    }

    init(byte: UInt8) {
        self.init(bits: .zero, mayBeEmpty: false)
        bits[Int(byte >> 6)] = 1 << UInt64(byte & 63)
    }

    /// The start of a character in a text, if cases are ignored.
    ///
    /// - Parameter place: The index of the character in the text.
    init(folding: [UInt32], at place: Int) {
        self.init(RegexCharacterClass(folding: folding[place]))
        // A character that folds to several is not ASCII.
        if CaseFolding.hasExpansion(folding) { (bits[2], bits[3]) = (.max, .max) }
    }

    init(_ node: RegexNode) {
        switch node {
        case .empty, .look, .anchor, .keep: self = .nothing
        case .bytes(let bytes): self = bytes.first.map { RegexFirstBytes(byte: $0) } ?? .nothing
        case .set(let set): self.init(set)
        case .folded(let folding): self = folding.isEmpty ? .nothing : RegexFirstBytes(folding: folding, at: 0)
        // The text of the group is not known here, and may be empty.
        case .backReference: self = .any
        case .group(let node, _), .atomic(let node): self.init(node)
        case .sequence(let nodes):
            self = .nothing
            for node in nodes where mayBeEmpty { self = followed(by: RegexFirstBytes(node)) }
        case .choice(let branches):
            self = .nothing
            mayBeEmpty = false
            for branch in branches { formUnion(RegexFirstBytes(branch)) }
        case .repeat(let node, let min, _, _):
            self.init(node)
            mayBeEmpty = mayBeEmpty || min == 0
        }
    }

    mutating func formUnion(_ other: RegexFirstBytes) {
        bits |= other.bits
        mayBeEmpty = mayBeEmpty || other.mayBeEmpty
    }

    /// The bytes that this node, followed by another one, can begin with.
    func followed(by other: RegexFirstBytes) -> RegexFirstBytes {
        guard mayBeEmpty else { return self }
        return RegexFirstBytes(bits: bits | other.bits, mayBeEmpty: other.mayBeEmpty)
    }

    /// Whether a match never begins with a character of a set. A run of the set before it then gives nothing back.
    func excludes(_ set: RegexCharacterClass) -> Bool { !mayBeEmpty && bits & RegexFirstBytes(set).bits == .zero }

    /// The number of bytes.
    var count: Int { bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount } }

    /// A flag for each byte.
    var flags: [Bool] { (0..<256).map { bits[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 } }
}
