/// Sorts the messages of threads: by date, then a reply after what it answers, then as they came.
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
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? Int(starts[index + 1]) : order.count
            fill(&effective, order[Int(start)..<end])
        }
        for node in byDepth where moment(node) == Self.noMoment && parents[Int(node)] != Self.none {
            effective[Int(node)] = max(effective[Int(node)], effective[Int(parents[Int(node)])])
        }
        let places = places(byDepth, effective)
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? Int(starts[index + 1]) : order.count
            order[Int(start)..<end].sort { one, other in
                let (a, b) = (Int(nodes[Int(one)]), Int(nodes[Int(other)]))
                if effective[a] != effective[b] { return effective[a] < effective[b] }
                if places[a] != places[b] { return places[a] < places[b] }
                return depths[a] != depths[b] ? depths[a] < depths[b] : one < other
            }
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

    /// The number of the last message among a message and those above it with its date.
    private func places(_ byDepth: [Int32], _ effective: [Int]) -> [Int32] {
        var places = messages
        for node in byDepth {
            let parent = parents[Int(node)]
            if parent != Self.none, effective[Int(parent)] == effective[Int(node)] {
                places[Int(node)] = max(places[Int(node)], places[Int(parent)])
            }
        }
        return places
    }
}
