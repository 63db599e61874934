/// The items of a walk so far, to drop those that come again, and to notice a page that comes again.
struct SeenItems: Sendable {
    /// The items of a page to keep.
    struct Choice: Equatable {
        /// For each item, whether it is new.
        let isNew: [Bool]
        /// Whether the page holds nothing that was not on the page before.
        let repeatsPageBefore: Bool
    }

    private var ids: Set<Fingerprint> = []
    private var pageBefore: Set<Fingerprint> = []
    /// The number of items that came again.
    private(set) var droppedCount = 0

    /// Adds the next page of a list whose items have ids.
    ///
    /// An id that stands twice on the same page is kept: lists shift between two requests, and not inside of one response.
    ///
    /// - Parameter page: The ids, in order; nil for an item without an id, which is always kept.
    mutating func add(_ page: [Fingerprint?]) -> Choice {
        let isNew = page.map { $0.map { !ids.contains($0) } ?? true }
        let known = Set(page.compactMap { $0 })
        let repeats = !page.isEmpty && !page.contains(nil) && known.isSubset(of: pageBefore)
        ids.formUnion(known)
        if !page.isEmpty { pageBefore = known }
        droppedCount += isNew.count { !$0 }
        return Choice(isNew: isNew, repeatsPageBefore: repeats)
    }

    /// Adds the next page of a list whose items have no ids.
    ///
    /// - Parameters:
    ///   - content: A hash of all items of the page.
    ///   - count: The number of items.
    mutating func add(_ content: Fingerprint, count: Int) -> Choice {
        let repeats = count > 0 && isRepeated(content)
        if repeats { droppedCount += count }
        return Choice(isNew: Array(repeating: !repeats, count: count), repeatsPageBefore: repeats)
    }

    /// Adds the next page of a list whose pages name one another, and whose items have no ids. Equal items are kept.
    ///
    /// - Parameters:
    ///   - content: A hash of all items of the page.
    ///   - count: The number of items.
    mutating func addKeepingEqual(_ content: Fingerprint, count: Int) -> Choice {
        Choice(isNew: Array(repeating: true, count: count), repeatsPageBefore: count > 0 && isRepeated(content))
    }

    private mutating func isRepeated(_ content: Fingerprint) -> Bool {
        defer { pageBefore = [content] }
        return pageBefore == [content]
    }
}
