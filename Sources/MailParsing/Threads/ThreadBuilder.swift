/// Makes threads of the links between messages.
struct ThreadBuilder {
    private static let none = MessageThreads.none

    private let messages: [Int32]
    private let nodes: [Int32]
    private let moments: [Int]
    private let providerThreads: [Int32]
    private let subjects: [Int32]
    private let bySubject: Bool
    /// The parents of nodes. They form trees.
    private var parents: [Int32]
    private var sets: DisjointSets
    /// The thread's number that the mail provider has given to a message of a set, by the set.
    private var setThreads: [Int32]
    private var orphanCount = 0

    init(_ given: consuming MessageThreads) {
        messages = given.messages
        nodes = given.nodes
        moments = given.moments
        providerThreads = given.providerThreads
        subjects = given.subjects
        bySubject = given.bySubject
        let count = messages.count
        parents = Array(repeating: Self.none, count: count)
        sets = DisjointSets(count: count)
        setThreads = Array(repeating: Self.none, count: count)
        for (message, node) in nodes.enumerated() { setThreads[Int(node)] = providerThreads[message] }
        for node in nodes {
            var parent = given.parents[Int(node)]
            let answered = given.answered[Int(node)]
            // The last reference counts more, because some programs write other things into In-Reply-To.
            if answered != Self.none, messages[Int(answered)] != Self.none, messages[Int(parent)] == Self.none {
                // The message that is answered, and the references, which may not name it, belong together.
                if given.guesses[Int(answered)] == Self.none { given.guesses[Int(answered)] = parent }
                parent = answered
            }
            if parent == Self.none { continue }
            if messages[Int(parent)] == Self.none { orphanCount += 1 }
            link(node, to: parent)
        }
        // What other messages say about a parent counts where a node's own message does not say it.
        for node in parents.indices where parents[node] == Self.none && given.guesses[node] != Self.none {
            link(Int32(node), to: given.guesses[node])
        }
    }

    /// Makes a root the child of a node, unless that makes a loop, or joins threads that the mail provider keeps apart.
    private mutating func link(_ root: Int32, to parent: Int32) {
        // A root is in the tree of the parent exactly if it is above it.
        if join(sets.find(parent), sets.find(root)) { parents[Int(root)] = parent }
    }

    /// Joins two sets by their representatives.
    ///
    /// - Returns: false if they stay as they are.
    private mutating func join(_ one: Int32, _ other: Int32) -> Bool {
        let (thread, otherThread) = (setThreads[Int(one)], setThreads[Int(other)])
        if one == other || (thread != Self.none && otherThread != Self.none && thread != otherThread) { return false }
        sets.join(one, other)
        if thread == Self.none { setThreads[Int(one)] = otherThread }
        return true
    }

    /// Joins the messages with equal numbers of threads.
    private mutating func joinByProvider() {
        var first: [Int32] = Array(repeating: Self.none, count: Int(providerThreads.max() ?? Self.none) + 1)
        for (message, node) in nodes.enumerated() where providerThreads[message] != Self.none {
            let thread = Int(providerThreads[message])
            if first[thread] == Self.none { first[thread] = node } else { _ = join(sets.find(first[thread]), sets.find(node)) }
        }
    }

    /// A thread that may take replies by its subject, or a reply that looks for one.
    private struct Candidate {
        /// The number of the subject.
        let subject: Int32
        let isReply: Bool
        var moment: Int
        let message: Int
    }

    /// Joins replies that name no message that is there with the threads that have their subject.
    ///
    /// RFC 5256 also joins threads that both begin with a new message. Their senders have only used the same words, so they stay apart.
    private mutating func joinBySubject(depths: [Int32]) {
        var candidates: [Candidate] = []
        for (message, node) in rootMessages(depths) where subjects[message] != Self.none && setThreads[Int(sets.find(node))] == Self.none {
            let subject = subjects[message]
            candidates.append(
                Candidate(
                    subject: MessageThreads.number(ofSubject: subject), isReply: subject < Self.none, moment: moments[message],
                    message: message))
        }
        candidates.sort { ($0.subject, $0.message) < ($1.subject, $1.message) }
        var start = 0
        while start < candidates.count {
            let subject = candidates[start].subject
            let end = candidates[start...].firstIndex { $0.subject != subject } ?? candidates.count
            let group = Self.byDate(candidates[start..<end])
            // A reply belongs to the last thread that was there when it was sent; without one, to the first of all.
            var target = group.first { !$0.isReply } ?? group[0]
            for candidate in group {
                if candidate.isReply {
                    _ = join(sets.find(nodes[target.message]), sets.find(nodes[candidate.message]))
                } else {
                    target = candidate
                }
            }
            start = end
        }
    }

    /// Sorts candidates by date. One without a date has that of the one in front of it, and equal dates keep the order of the input: so a
    /// reply does not find a thread that begins behind it.
    private static func byDate(_ candidates: ArraySlice<Candidate>) -> [Candidate] {
        var last = candidates.first { $0.moment != MessageThreads.noMoment }?.moment ?? MessageThreads.noMoment
        return candidates.map { candidate in
            var candidate = candidate
            if candidate.moment == MessageThreads.noMoment { candidate.moment = last } else { last = candidate.moment }
            return candidate
        }.sorted { ($0.moment, $0.message) < ($1.moment, $1.message) }
    }

    /// The threads whose messages have several subjects, although the mail provider has not made them: references alone join them.
    private mutating func threadsOfSeveralSubjects(_ order: [Int32], _ starts: [Int32]) -> [Int] {
        starts.indices.filter { index in
            let end = index + 1 < starts.count ? Int(starts[index + 1]) : order.count
            let messages = order[Int(starts[index])..<end]
            guard let first = messages.first(where: { subjects[Int($0)] != Self.none }) else { return false }
            let subject = MessageThreads.number(ofSubject: subjects[Int(first)])
            return setThreads[Int(sets.find(nodes[Int(first)]))] == Self.none
                && messages.contains {
                    subjects[Int($0)] != Self.none && MessageThreads.number(ofSubject: subjects[Int($0)]) != subject
                }
        }
    }

    /// The message nearest to the root of each set, in the order of the messages.
    private mutating func rootMessages(_ depths: [Int32]) -> [(message: Int, node: Int32)] {
        var best: [Int32] = Array(repeating: Self.none, count: messages.count)
        for (message, node) in nodes.enumerated() {
            let set = Int(sets.find(node))
            if best[set] == Self.none || depths[Int(node)] < depths[Int(nodes[Int(best[set])])] { best[set] = Int32(message) }
        }
        return nodes.enumerated().filter { best[Int(sets.find($1))] == Int32($0) }.map { ($0, $1) }
    }

    /// The number of nodes above each node.
    private func depths() -> [Int32] {
        var depths: [Int32] = Array(repeating: Self.none, count: parents.count)
        var path: [Int32] = []
        for start in parents.indices {
            var node = Int32(start)
            while node != Self.none, depths[Int(node)] == Self.none {
                path.append(node)
                node = parents[Int(node)]
            }
            var depth = node == Self.none ? Self.none : depths[Int(node)]
            while let next = path.popLast() {
                depth += 1
                depths[Int(next)] = depth
            }
        }
        return depths
    }

    /// Makes the list of all threads.
    consuming func list() -> MessageThreadList {
        joinByProvider()
        let depths = depths()
        if bySubject { joinBySubject(depths: depths) }
        // Threads have numbers in the order of their first messages.
        var threads: [Int32] = Array(repeating: Self.none, count: messages.count)
        var sizes: [Int32] = []
        for node in nodes {
            let set = Int(sets.find(node))
            if threads[set] == Self.none {
                threads[set] = Int32(sizes.count)
                sizes.append(0)
            }
            sizes[Int(threads[set])] += 1
        }
        var starts: [Int32] = []
        var end: Int32 = 0
        for size in sizes {
            starts.append(end)
            end += size
        }
        var order: [Int32] = Array(repeating: 0, count: nodes.count)
        var filled = starts
        for (message, node) in nodes.enumerated() {
            let thread = Int(threads[Int(sets.find(node))])
            order[Int(filled[thread])] = Int32(message)
            filled[thread] += 1
        }
        ThreadOrder(messages: messages, nodes: nodes, moments: moments, parents: parents, depths: depths).sort(&order, starts)
        let roots = starts.enumerated().map { index, start in
            order[Int(start)..<(index + 1 < starts.count ? Int(starts[index + 1]) : order.count)]
                .min { depths[Int(nodes[Int($0)])] < depths[Int(nodes[Int($1)])] } ?? Self.none
        }
        return MessageThreadList(
            order: order, starts: starts, roots: roots, orphanCount: orphanCount,
            withSeveralSubjects: threadsOfSeveralSubjects(order, starts))
    }
}
