/// The list of active formatting elements.
///
/// - SeeAlso: [HTML 13.2.4.3](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements)
struct HTMLFormattingElements {
    struct Entry {
        /// The element's node; -1 for a marker.
        var node: Int32
        var tag: HTMLTag
        /// A hash of the attributes, equal for elements with equal attributes.
        var hash: UInt32

        static let marker = Entry(node: -1, tag: .other, hash: 0)

        var isMarker: Bool { node < 0 }
    }

    /// The maximum number of elements after the last marker. The standard has no limit, and no real page comes near this one. Without it, a
    /// page of many different unclosed `<font>` would take quadratic time.
    static let maximumCount = 512

    private(set) var entries: [Entry] = []

    var last: Entry? { entries.last }

    mutating func addMarker() { entries.append(.marker) }

    mutating func clearToLastMarker() {
        while let entry = entries.popLast(), !entry.isMarker {}
    }

    mutating func append(_ entry: Entry) {
        let start = (entries.lastIndex { $0.isMarker } ?? -1) + 1
        if entries.count - start >= Self.maximumCount { entries.remove(at: start) }
        entries.append(entry)
    }

    mutating func remove(at index: Int) { entries.remove(at: index) }

    mutating func insert(_ entry: Entry, at index: Int) { entries.insert(entry, at: index) }

    mutating func replace(at index: Int, with node: Int32) { entries[index].node = node }

    /// Removes the entries after the last marker, and keeps the marker.
    mutating func removeEntriesAfterLastMarker() {
        while let last, !last.isMarker { entries.removeLast() }
    }

    func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

    /// Returns the index of the last element with this tag after the last marker.
    func lastIndex(of tag: HTMLTag) -> Int? {
        var index = entries.count
        while index > 0 {
            index -= 1
            if entries[index].isMarker { return nil }
            if entries[index].tag == tag { return index }
        }
        return nil
    }
}
