/// A parsed regular expression.
indirect enum RegexNode {
    case empty
    case bytes([UInt8])
    case set(RegexCharacterClass)
    /// Characters in upper or lower case, by their folding.
    case folded([UInt32])
    case sequence([RegexNode])
    case choice([RegexNode])
    case group(RegexNode, number: Int)
    case backReference([Int], ignoresCase: Bool)
    case atomic(RegexNode)
    case look(RegexNode, isBehind: Bool, isNegative: Bool)
    case anchor(Anchor)
    case `repeat`(RegexNode, min: Int, max: Int?, Kind)
    /// `\K`: the match begins here.
    case keep

    enum Kind { case greedy, lazy, possessive }

    enum Anchor {
        case textStart, textEnd, textEndOrLastLineBreak
        case lineStart, lineEnd
        case wordBoundary, noWordBoundary
        case searchStart
    }
}

extension RegexNode {
    /// Whether there is only one way to match the node at a position.
    private var hasOneWay: Bool {
        switch self {
        case .empty, .bytes, .set, .folded, .anchor: true
        case .group(let node, _): node.hasOneWay
        case .sequence(let nodes): nodes.allSatisfy(\.hasOneWay)
        case .repeat(let node, let min, let max, let kind): node.isSingleCharacter && (kind == .possessive || min == max)
        default: false
        }
    }

    /// A node that matches the same as an atomic group around this one: `a++` for `(?>a+)`.
    ///
    /// - Returns: nil if another node than the last one has several ways to match.
    var firstWay: RegexNode? {
        if hasOneWay { return self }
        switch self {
        case .group(let node, let number): return node.firstWay.map { .group($0, number: number) }
        case .sequence(let nodes):
            guard let last = nodes.last?.firstWay, nodes.dropLast().allSatisfy(\.hasOneWay) else { return nil }
            return .sequence(nodes.dropLast() + [last])
        case .repeat(let node, let min, let max, let kind) where node.isSingleCharacter:
            return .repeat(node, min: min, max: kind == .lazy ? min : max, .possessive)
        default: return nil
        }
    }

    /// The set, if this matches just one character of it.
    var singleSet: RegexCharacterClass? {
        switch self {
        case .set(let set): set
        case .folded(let folding) where folding.count == 1: RegexCharacterClass(folding: folding[0])
        case .bytes(let bytes) where bytes.count == 1: RegexCharacterClass([.range(UInt32(bytes[0]), UInt32(bytes[0]))])
        default: nil
        }
    }

    /// Whether this matches just one character of a set: ``singleSet``.
    private var isSingleCharacter: Bool {
        switch self {
        case .set: true
        case .folded(let folding): folding.count == 1
        case .bytes(let bytes): bytes.count == 1
        default: false
        }
    }

    /// Whether this matches at the start of the text only.
    var beginsText: Bool {
        switch self {
        case .anchor(.textStart): true
        case .group(let node, _), .atomic(let node): node.beginsText
        case .sequence(let nodes): nodes.first?.beginsText == true
        case .choice(let branches): branches.allSatisfy(\.beginsText)
        default: false
        }
    }

    /// The shortest and the longest match in characters; nil if there is no longest one.
    func lengths() -> ClosedRange<Int>? {
        switch self {
        case .empty, .look, .anchor, .keep: return 0...0
        case .bytes(let bytes):
            let count = bytes.count { $0 & 0xC0 != 0x80 }
            return count...count
        case .set: return 1...1
        case .folded(let folding):
            // A character folds to three at most.
            return (CaseFolding.hasExpansion(folding) ? (folding.count + 2) / 3 : folding.count)...folding.count
        case .group(let node, _), .atomic(let node): return node.lengths()
        case .backReference: return nil
        case .sequence(let nodes):
            var total = 0...0
            for node in nodes {
                guard let next = node.lengths(), next.upperBound < 1000, total.upperBound < 1000 else { return nil }
                total = total.lowerBound + next.lowerBound...total.upperBound + next.upperBound
            }
            return total
        case .choice(let branches):
            var total: ClosedRange<Int>?
            for branch in branches {
                guard let next = branch.lengths() else { return nil }
                total = total.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
            }
            return total
        case .repeat(let node, let min, let max, _):
            guard let max, let once = node.lengths(), max <= 1000, once.upperBound <= 1000 else { return nil }
            return once.lowerBound * min...once.upperBound * max
        }
    }
}
