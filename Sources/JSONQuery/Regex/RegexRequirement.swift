/// What every match contains: a text, or a byte of a set. Where it does not follow, the search ends.
struct RegexRequirement: Sendable {
    enum Part {
        /// A text, and how far the search may go on from a byte in the place of the last one (Horspool's table).
        case text([UInt8], shifts: [UInt8])
        /// A flag for each byte.
        case byte([Bool])
    }

    /// Bytes of a text, all of which a search compares at each position in the worst case.
    private static let maxBytes = 32
    /// Bytes of a set, more of which are in almost every text.
    private static let maxSetCount = 200

    let part: Part
    /// Whether every match begins with the part.
    let isPrefix: Bool

    /// - Returns: nil if there is nothing that every match contains.
    init?(_ node: RegexNode) {
        var finder = Finder()
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
    private struct Finder {
        /// Sets that are compared, so that a long pattern compiles fast.
        private static let maxSets = 64

        var longest: [UInt8] = []
        var longestIsPrefix = false
        var set: RegexStart?
        private var sets = 0
        private var text: [UInt8] = []
        /// Whether a match begins with ``text``.
        private var isPrefix = true

        mutating func visit(_ node: RegexNode) {
            switch node {
            case .bytes(let bytes):
                text += bytes
                if let first = bytes.first, setCount > 1 { offer(RegexStart(byte: first)) }
            case .group(let node, _), .atomic(let node): visit(node)
            case .sequence(let nodes): for node in nodes { visit(node) }
            // What matches nothing may stand between two characters.
            case .empty, .anchor, .keep, .look: break
            case .repeat(let node, let min, _, _):
                // Repetitions may lie between what is before them, what is in them and what is behind them.
                endText()
                if min > 0 { visit(node) }
                endText()
            case .choice(let branches):
                endText()
                visit(branches)
            case .set(let set):
                endText()
                if isWanting { offer(RegexStart(set)) }
            case .folded(let folding):
                endText()
                for place in folding.indices where isWanting { offer(RegexStart(folding: folding, at: place)) }
            case .backReference: endText()
            }
        }

        /// More than all bytes if there is no set.
        private var setCount: Int { self.set?.count ?? 257 }

        private var isWanting: Bool { setCount > 1 && sets < Self.maxSets }

        /// Each match has a byte of one of the branches' sets.
        private mutating func visit(_ branches: [RegexNode]) {
            guard isWanting else { return }
            var all = RegexStart.nothing
            for branch in branches {
                var finder = Finder()
                finder.sets = sets
                finder.visit(branch)
                sets = finder.sets + 1
                guard let set = finder.set, isWanting else { return }
                all.formUnion(set)
            }
            offer(all)
        }

        private mutating func offer(_ start: RegexStart) {
            sets += 1
            if start.count < setCount { set = start }
        }

        /// Notes the text, because it is not known what follows.
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

/// The bytes that a match of a piece of a pattern can begin with.
struct RegexStart {
    /// A bit for each byte.
    private var bits: SIMD4<UInt64>
    /// Whether the piece may match the empty text, so that what follows it counts as well.
    private(set) var mayBeEmpty: Bool

    /// The start of the empty text.
    static let nothing = RegexStart(bits: .zero, mayBeEmpty: true)
    /// The start of a piece about which nothing is known: any byte, or none.
    static let any = RegexStart(bits: SIMD4(repeating: .max), mayBeEmpty: true)

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
    /// - Parameter place: The place of the character in the text.
    init(folding: [UInt32], at place: Int) {
        self.init(RegexCharacterClass(folding: folding[place]))
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

    /// The bytes that this piece with another one behind it can begin with.
    func followed(by other: RegexStart) -> RegexStart {
        guard mayBeEmpty else { return self }
        return RegexStart(bits: bits | other.bits, mayBeEmpty: other.mayBeEmpty)
    }

    /// Whether this never begins with a character of a set, so that a run of the set in front of it gives nothing back.
    func excludes(_ set: RegexCharacterClass) -> Bool { !mayBeEmpty && bits & RegexStart(set).bits == .zero }

    /// The number of bytes.
    var count: Int { bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount } }

    /// A flag for each byte.
    var flags: [Bool] { (0..<256).map { bits[$0 >> 6] >> UInt64($0 & 63) & 1 != 0 } }
}
