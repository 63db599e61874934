extension RegexNode {
    /// Whether there is only one way to match this at a place.
    private var hasOneWay: Bool {
        switch self {
        case .empty, .bytes, .set, .folded, .anchor: true
        case .group(let node, _): node.hasOneWay
        case .sequence(let nodes): nodes.allSatisfy(\.hasOneWay)
        case .repeat(let node, let min, let max, let kind): node.isSingleCharacter && (kind == .possessive || min == max)
        default: false
        }
    }

    /// What an atomic group around this matches, without the group: `a++` for `(?>a+)`.
    ///
    /// - Returns: nil if more than the last piece has several ways to match.
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
}
