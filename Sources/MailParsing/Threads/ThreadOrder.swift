/// Sorts the messages of threads: a reply behind what it answers, otherwise by date, and messages with equal dates as they came.
///
/// The clock of a sender may be wrong, so that dates never place a reply in front of its message.
///
/// A message without a date takes the place behind the message that it answers; one that answers none, in front of the answers to it;
/// any other, behind the message that came before it.
struct ThreadOrder {
    private static let none = MessageThreads.none
    private static let noMoment = MessageThreads.noMoment

    let messages: [Int32]
    let nodes: [Int32]
    let moments: [Int]
    let parents: [Int32]
    let depths: [Int32]

    /// - Parameters:
    ///   - order: The messages of one thread after the other, in each as they came.
    ///   - starts: The place of the first message of each thread.
    func sort(_ order: inout [Int32], _ starts: [Int32]) {
        let byDepth = nodesByDepth()
        var effective = effectiveMoments(byDepth)
        func thread(_ index: Int) -> Range<Int> {
            Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : order.count)
        }
        for index in starts.indices { fill(&effective, order[thread(index)]) }
        for node in byDepth where moment(node) == Self.noMoment && parents[Int(node)] != Self.none {
            effective[Int(node)] = max(effective[Int(node)], effective[Int(parents[Int(node)])])
        }
        let replies = ReplyLists(messages: messages, parents: parents, byDepth: byDepth)
        for index in starts.indices { sort(&order, thread(index), effective, replies) }
    }

    /// Sorts one thread: of all messages whose parents are in place, the oldest one comes next.
    private func sort(_ order: inout [Int32], _ thread: Range<Int>, _ effective: [Int], _ replies: ReplyLists) {
        guard thread.count > 1 else { return }
        var open = MessageQueue()
        func add(_ node: Int32) { open.insert(MessageQueue.Entry(moment: effective[Int(node)], message: messages[Int(node)])) }
        for message in order[thread] where replies.isFirst(nodes[Int(message)]) { add(nodes[Int(message)]) }
        for place in thread {
            guard let next = open.removeFirst() else { break }
            order[place] = next.message
            replies.forEachReply(to: nodes[Int(next.message)], add)
        }
    }

    private func moment(_ node: Int32) -> Int {
        let message = messages[Int(node)]
        return message == Self.none ? Self.noMoment : moments[Int(message)]
    }

    /// All nodes, parents in front of their children.
    private func nodesByDepth() -> [Int32] {
        var starts: [Int32] = Array(repeating: 0, count: Int(depths.max() ?? 0) + 2)
        for depth in depths { starts[Int(depth) + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        var sorted: [Int32] = Array(repeating: 0, count: depths.count)
        for (node, depth) in depths.enumerated() {
            sorted[Int(starts[Int(depth)])] = Int32(node)
            starts[Int(depth)] += 1
        }
        return sorted
    }

    /// The dates of nodes. One without a date has that of the nearest node above it; without one there, the first one below it.
    private func effectiveMoments(_ byDepth: [Int32]) -> [Int] {
        var effective = Array(repeating: Self.noMoment, count: messages.count)
        func inherit() {
            for node in byDepth where effective[Int(node)] == Self.noMoment {
                let parent = parents[Int(node)]
                effective[Int(node)] = parent == Self.none ? Self.noMoment : effective[Int(parent)]
            }
        }
        for node in byDepth { effective[Int(node)] = moment(node) }
        inherit()
        let isOpen = effective.map { $0 == Self.noMoment }
        for node in byDepth.reversed() where effective[Int(node)] != Self.noMoment {
            let parent = parents[Int(node)]
            guard parent != Self.none, isOpen[Int(parent)] else { continue }
            let known = effective[Int(parent)]
            effective[Int(parent)] = known == Self.noMoment ? effective[Int(node)] : min(known, effective[Int(node)])
        }
        inherit()
        return effective
    }

    /// Gives the messages of trees without any date the date of the message that came before.
    private func fill(_ effective: inout [Int], _ thread: ArraySlice<Int32>) {
        guard let first = thread.first(where: { effective[Int(nodes[Int($0)])] != Self.noMoment }) else { return }
        var last = effective[Int(nodes[Int(first)])]
        for message in thread {
            let node = Int(nodes[Int(message)])
            if effective[node] == Self.noMoment { effective[node] = last } else { last = effective[node] }
        }
    }
}

/// The replies to each message. Messages that are missing between two that are there are passed over.
private struct ReplyLists {
    private static let none = MessageThreads.none

    /// The first reply to the message of a node, and the reply beside that of a node, as nodes.
    private var first: [Int32]
    private var next: [Int32]
    private var hasParent: [Bool]

    init(messages: [Int32], parents: [Int32], byDepth: [Int32]) {
        /// The nearest message above each node.
        var above: [Int32] = Array(repeating: Self.none, count: parents.count)
        first = above
        next = above
        hasParent = Array(repeating: false, count: parents.count)
        for node in byDepth {
            let parent = parents[Int(node)]
            guard parent != Self.none else { continue }
            above[Int(node)] = messages[Int(parent)] == Self.none ? above[Int(parent)] : parent
            let message = above[Int(node)]
            guard message != Self.none, messages[Int(node)] != Self.none else { continue }
            hasParent[Int(node)] = true
            next[Int(node)] = first[Int(message)]
            first[Int(message)] = node
        }
    }

    /// Whether no message stands above that of a node.
    func isFirst(_ node: Int32) -> Bool { !hasParent[Int(node)] }

    func forEachReply(to node: Int32, _ body: (Int32) -> Void) {
        var reply = first[Int(node)]
        while reply != Self.none {
            body(reply)
            reply = next[Int(reply)]
        }
    }
}

/// Messages that wait for their place, the oldest first: a binary heap.
private struct MessageQueue {
    struct Entry {
        let moment: Int
        let message: Int32

        func isBefore(_ other: Entry) -> Bool { (moment, message) < (other.moment, other.message) }
    }

    private var entries: [Entry] = []

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var place = entries.count - 1
        while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeFirst() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var place = 0
        while 2 * place + 1 < entries.count {
            var child = 2 * place + 1
            if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
            guard entries[child].isBefore(entries[place]) else { break }
            entries.swapAt(place, child)
            place = child
        }
        return first
    }
}
