package import JSONParsing
package import Pipeline

/// The items of a page, and what tells them from those of other pages.
package struct PageContent: Sendable {
    /// How a later page can be compared with this one.
    package enum Identity: Sendable {
        /// The items in order; nil for an item without an id.
        case ids([SeenItems.Item?])
        /// A hash of all items, if they have no ids.
        case content(Fingerprint)
    }

    /// The parsed page; nil for an empty body.
    package var value: JSONValue?
    /// The items in order. They share the bytes of the page, and are written as they were read.
    package var items: [JSONValue] = []
    /// Whether the items are elements of an array or values of an object; nil if the path says nothing of it.
    package var container: JSONKind?
    /// The number of values that the page lists, with those that the program of the items drops. Paging counts these.
    package var listedCount = 0
    /// The item of the last listed value; if the program drops that value, the value itself.
    package var lastListed: JSONValue?
    package var identity = Identity.ids([])
    /// What an incremental run looks at in each item; empty for another run.
    package var marks: [ItemMark] = []

    /// - Parameter value: The parsed page; nil for an empty body.
    package init(value: JSONValue? = nil) {
        self.value = value
    }

    /// Takes values that are listed as they are.
    mutating func take(_ values: [JSONValue]) {
        items = values
        listedCount = values.count
        lastListed = values.last
    }

    /// Makes records of the new items.
    ///
    /// - Parameters:
    ///   - isNew: For each item, whether it is new.
    ///   - page: The origin of the page; the items get their numbers.
    package func records(_ isNew: [Bool], from page: Origin) -> [Record] {
        var origin = page.separated()
        var records: [Record] = []
        records.reserveCapacity(items.count)
        for (index, item) in items.enumerated() where isNew[index] {
            origin.item = index + 1
            records.append(Record(item, origin: origin))
        }
        return records
    }
}
