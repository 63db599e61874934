/// The messages of one page of a thread.
struct TimelineSection: Sendable {
    /// The messages of a page with earlier ones. The newest page has more or fewer, so that it is never nearly empty.
    static let messageCount = 200
    /// The fewest messages of the newest page of a thread with several pages.
    static let fewestNewest = 100
    /// The limit of the bodies of one page, in bytes, unless it has a single message.
    static let maxBytes = 8 << 20

    private(set) var messages: [TimelineMessage] = []
    private var byteCount = 0

    /// Splits a thread, counting from the oldest message, so that a page of earlier messages stays as it is when new ones come.
    static func split(_ messages: [TimelineMessage]) -> [TimelineSection] {
        var sections = [TimelineSection()]
        for message in messages {
            let bytes = message.body?.bytes.count ?? 0
            let last = sections[sections.count - 1]
            let isFull = last.messages.count == messageCount || last.byteCount + bytes > maxBytes
            if isFull, !last.messages.isEmpty { sections.append(TimelineSection()) }
            sections[sections.count - 1].messages.append(message)
            sections[sections.count - 1].byteCount += bytes
        }
        guard sections.count > 1, let newest = sections.last, newest.messages.count < fewestNewest else { return sections }
        let joined = sections[sections.count - 2].byteCount + newest.byteCount
        guard joined <= maxBytes else { return sections }
        sections.removeLast()
        sections[sections.count - 1].messages += newest.messages
        sections[sections.count - 1].byteCount = joined
        return sections
    }

    /// The number of the first message.
    var first: Int { messages.first?.number ?? 1 }
    /// The number of the last message.
    var last: Int { messages.last?.number ?? 0 }
}
