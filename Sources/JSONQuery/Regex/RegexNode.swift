/// A parsed regular expression.
indirect enum RegexNode {
    case empty
    case bytes([UInt8])
    case set(RegexSet)
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
