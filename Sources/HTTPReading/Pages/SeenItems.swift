internal import Checksums
internal import JSONParsing

/// Remembers the items of a walk through pages, to drop repeated items and to detect a repeated page.
package struct SeenItems: Sendable {
    /// An item with an id.
    package struct Item: Sendable, Hashable {
        let id: Fingerprint
        let content: Fingerprint

        /// - Parameters:
        ///   - id: The id as text.
        ///   - item: The whole item.
        init(id: String, _ item: JSONValue) {
            self.id = Fingerprint(id)
            content = Fingerprint(item.compactText)
        }
    }

    /// The items of a page to keep.
    package struct KeptItems: Equatable {
        /// For each item, whether it is new.
        package let isNew: [Bool]
        /// Whether the page holds nothing that was not on the page before.
        package let repeatsPageBefore: Bool
    }

    /// The content of the first item with each id.
    private var contents: [Fingerprint: Fingerprint] = [:]
    private var pageBefore: Set<Fingerprint> = []
    /// The number of items that came again.
    package private(set) var droppedCount = 0
    /// The number of items whose ids came again with other content.
    package private(set) var changedCount = 0

    package init() {}

    /// Adds the next page of a list whose items have ids.
    ///
    /// Items of one page that share an id are all kept: lists shift between two requests, and not within one response.
    ///
    /// - Parameter page: The items, in order; nil for an item without an id, which is always kept.
    package mutating func add(_ page: [Item?]) -> KeptItems {
        let earlier = page.map { item in item.flatMap { contents[$0.id] } }
        let items = page.compactMap { $0 }
        let known = Set(items.map(\.id))
        let repeats = !page.isEmpty && !page.contains(nil) && known.isSubset(of: pageBefore)
        contents.merge(items.map { ($0.id, $0.content) }) { first, _ in first }
        if !page.isEmpty { pageBefore = known }
        droppedCount += earlier.count { $0 != nil }
        changedCount += zip(page, earlier).count { item, content in content != nil && content != item?.content }
        return KeptItems(isNew: earlier.map { $0 == nil }, repeatsPageBefore: repeats)
    }

    /// Adds the next page of a list whose items have no ids.
    ///
    /// - Parameters:
    ///   - content: A hash of all items of the page.
    ///   - count: The number of items.
    package mutating func add(_ content: Fingerprint, count: Int) -> KeptItems {
        let repeats = count > 0 && isRepeated(content)
        if repeats { droppedCount += count }
        return KeptItems(isNew: Array(repeating: !repeats, count: count), repeatsPageBefore: repeats)
    }

    /// Adds the next page of a list whose pages name one another, and whose items have no ids. Equal items are kept.
    ///
    /// - Parameters:
    ///   - content: A hash of all items of the page.
    ///   - count: The number of items.
    package mutating func addKeepingEqual(_ content: Fingerprint, count: Int) -> KeptItems {
        KeptItems(isNew: Array(repeating: true, count: count), repeatsPageBefore: count > 0 && isRepeated(content))
    }

    private mutating func isRepeated(_ content: Fingerprint) -> Bool {
        defer { pageBefore = [content] }
        return pageBefore == [content]
    }
}

/// The cursor of an item, and its key, which distinguishes it from other items with that cursor.
package struct KeyedCursor: Sendable {
    /// The longest id that a state keeps as it is, in bytes. It keeps a hash of longer ones.
    private static let maxKeyBytes = 64
    /// The number of hexadecimal digits of a hash.
    private static let hashDigits = 32

    /// The cursor; nil if the item has none.
    package let cursor: CursorValue?
    /// The id as compact JSON, or a hash of it or of an item without an id.
    package let key: String

    /// - Parameters:
    ///   - cursor: The cursor; nil if the item has none.
    ///   - id: The id as compact JSON; nil if the item has none.
    ///   - item: The item.
    init(cursor: CursorValue?, id: String?, item: JSONValue) {
        self.cursor = cursor
        if let id, id.utf8.count <= Self.maxKeyBytes {
            key = id
        } else if cursor == nil {
            key = ""
        } else {
            var hash = SHA256Hasher()
            hash.update(field: id ?? item.compactText)
            key = "{\"sha256\":\"\(hash.hex().prefix(Self.hashDigits))\"}"
        }
    }
}
