/// The cache of one search in a document: the results of combinators, and the indices of elements among their siblings.
struct CSSMatchCache {
    /// The results by slot, then by node: the generation and, in the lowest bit, the result. Empty until a slot is used.
    private var results: [[UInt32]]
    private var generation: UInt32 = 1
    private let nodeCount: Int
    private let dependsOnScope: Bool
    /// The slots of `:has()` whose results are known for all elements.
    private var complete: Set<Int> = []
    /// The indices of elements among their siblings.
    private var numbers: [SiblingFilter: Numbers] = [:]
    /// The elements of the document in their order; empty until they are needed.
    var order: [HTMLNode] = []

    /// The siblings that count for an index.
    enum SiblingFilter: Hashable {
        case all, ofType
        /// Only those that the selectors with this slot match.
        case matching(slot: Int)
    }

    /// Indices counted from the first and from the last sibling, by node: 1 and up, 0 if not known, -1 for an element that does not count.
    private struct Numbers {
        var forward: [Int32]
        var backward: [Int32]
    }

    init(slots: Int, nodes: Int, dependsOnScope: Bool) {
        results = [[UInt32]](repeating: [], count: slots)
        (nodeCount, self.dependsOnScope) = (nodes, dependsOnScope)
    }

    /// Drops the results that depend on `:scope`.
    ///
    /// - Returns: The number of dropped indices. Computing them again takes time.
    mutating func forgetScope() -> Int {
        guard dependsOnScope else { return 0 }
        generation += 1
        complete = []
        let count = numbers.count
        numbers = numbers.filter { if case .matching = $0.key { false } else { true } }
        return (count - numbers.count) * nodeCount
    }

    func result(_ slot: Int, _ node: HTMLNode) -> Bool? {
        guard !results[slot].isEmpty else { return nil }
        let entry = results[slot][Int(node.index)]
        return entry >> 1 == generation ? entry & 1 == 1 : nil
    }

    mutating func remember(_ result: Bool, _ slot: Int, _ node: HTMLNode) {
        if results[slot].isEmpty { results[slot] = [UInt32](repeating: 0, count: nodeCount) }
        results[slot][Int(node.index)] = generation << 1 | (result ? 1 : 0)
    }

    func isComplete(_ slot: Int) -> Bool { complete.contains(slot) }

    /// Remembers the results of a slot for all elements.
    mutating func complete(_ slot: Int, with found: [Bool]) {
        complete.insert(slot)
        results[slot] = found.map { generation << 1 | ($0 ? 1 : 0) }
    }

    /// The index of an element among its siblings; 0 if it is not known.
    func number(of node: HTMLNode, in filter: SiblingFilter, fromLast: Bool) -> Int {
        guard let numbers = numbers[filter] else { return 0 }
        return Int(fromLast ? numbers.backward[Int(node.index)] : numbers.forward[Int(node.index)])
    }

    /// Stores the indices of siblings.
    ///
    /// - Parameters:
    ///   - siblings: The siblings that count, in order. Each group has its own indices.
    ///   - others: The siblings that do not count.
    mutating func number(_ siblings: [(node: HTMLNode, group: UInt64)], others: [HTMLNode], in filter: SiblingFilter) {
        let unknown = Numbers(forward: [], backward: [])
        if numbers[filter] == nil {
            let zeros = [Int32](repeating: 0, count: nodeCount)
            numbers[filter] = Numbers(forward: zeros, backward: zeros)
        }
        var counts: [UInt64: Int32] = [:]
        for (node, group) in siblings {
            counts[group, default: 0] += 1
            numbers[filter, default: unknown].forward[Int(node.index)] = counts[group, default: 0]
        }
        counts = [:]
        for (node, group) in siblings.reversed() {
            counts[group, default: 0] += 1
            numbers[filter, default: unknown].backward[Int(node.index)] = counts[group, default: 0]
        }
        for node in others {
            numbers[filter, default: unknown].forward[Int(node.index)] = -1
            numbers[filter, default: unknown].backward[Int(node.index)] = -1
        }
    }
}
