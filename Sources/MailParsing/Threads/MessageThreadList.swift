/// Threads of messages, in the order of their first messages. A message is its number, in the order in which it was added.
public struct MessageThreadList: Sendable {
    private let order: [Int32]
    private let starts: [Int32]
    private let roots: [Int32]
    /// The number of messages that name a parent which is not there.
    public let orphanCount: Int
    /// The threads whose messages have several subjects, and which references alone join: the mail provider has not made them. A sender
    /// may have changed the subject, or may name a message of another thread.
    public let withSeveralSubjects: [Int]

    init(order: [Int32], starts: [Int32], roots: [Int32], orphanCount: Int, withSeveralSubjects: [Int]) {
        self.order = order
        self.starts = starts
        self.roots = roots
        self.orphanCount = orphanCount
        self.withSeveralSubjects = withSeveralSubjects
    }

    /// The number of threads.
    public var count: Int { starts.count }

    /// The messages of a thread, the newest last. A message comes after the one that it answers, whatever their dates say.
    public func messages(ofThread index: Int) -> [Int] {
        let end = index + 1 < starts.count ? Int(starts[index + 1]) : order.count
        return order[Int(starts[index])..<end].map { Int($0) }
    }

    /// The message that began a thread. If that is missing, it is the one nearest to it, the oldest of several.
    public func root(ofThread index: Int) -> Int { Int(roots[index]) }
}
