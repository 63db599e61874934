internal import JSONParsing

/// The items of a page, and what tells them from those of other pages.
struct PageContent: Sendable {
    /// How a later page can be compared with this one.
    enum Identity: Sendable {
        /// The items in order; nil for an item without an id.
        case ids([SeenItems.Item?])
        /// A hash of all items, if they have no ids.
        case content(Fingerprint)
    }

    /// The parsed page; nil for an empty body.
    var value: JSONValue?
    /// The items in order. They share the bytes of the page, and are written as they were read.
    var items: [JSONValue] = []
    /// The number of values that the page lists, with those that the program of the items drops. Paging counts these.
    var listedCount = 0
    /// The item of the last listed value; if the program drops that value, the value itself.
    var lastListed: JSONValue?
    var identity = Identity.ids([])
    /// What an incremental run looks at in each item; empty for another run.
    var marks: [ItemMark] = []

    /// Takes values that are listed as they are.
    mutating func take(_ values: [JSONValue]) {
        items = values
        listedCount = values.count
        lastListed = values.last
    }
}
