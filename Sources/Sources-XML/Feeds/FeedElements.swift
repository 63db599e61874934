internal import XMLParsing

/// Sorts the elements of a feed in XML into what it says about itself and its items.
struct FeedElements: Sendable {
    private enum Format { case rss, rdf, atom }

    /// The places of items. Those beside the channel or in an element of it are of RDF and of faulty feeds.
    private static let itemPaths = ["rss/*:item", "rss/*:channel/*/*:item", "RDF/*:item", "feed/*:entry", "feed/*/*:entry"].compactMap {
        XMLPath("/*:\($0)")
    }
    /// The places of items and of what the readers of the formats look at. The rest of a feed takes no memory.
    static let paths =
        itemPaths
        + ["item", "title", "link", "description", "summary", "language", "wxr_version"].flatMap { name in
            ["rss", "RDF"].compactMap { XMLPath("/*:\($0)/*:channel/*:\(name)") }
        } + ["title", "subtitle", "tagline", "link", "author"].compactMap { XMLPath("/*:feed/*:\($0)") }

    private let documentBase: FeedBase
    private let maxBytes: Int
    private let maxHeldBytes: Int

    private var format: Format?
    private var root = XMLElement(name: XMLName(local: ""))
    /// The channel without its content.
    private var channel: XMLElement?
    /// What the feed says about itself.
    private var about: [XMLElement] = []
    private var aboutBytes = 0
    /// The items that wait.
    private var held: [XMLElement] = []
    private var heldBytes = 0
    private var isHolding = true
    /// Whether the feed has said something about itself behind an item that waits no more.
    private var hasMore = false

    /// The feed as the items show it; at the end of the document, all that it says about itself.
    private(set) var feed = FeedDocument()

    /// - Parameters:
    ///   - base: The base of the document.
    ///   - maxBytes: How long all is together that the feed says about itself, in bytes.
    ///   - maxHeldBytes: How long the items are together that wait, in bytes.
    init(base: FeedBase, maxBytes: Int, maxHeldBytes: Int) {
        documentBase = base
        self.maxBytes = maxBytes
        self.maxHeldBytes = maxHeldBytes
    }

    /// Receives the root element without its content. A second call changes nothing.
    ///
    /// - Throws: ``FeedError`` for that of another document.
    mutating func begin(_ root: XMLElement) throws(FeedError) {
        guard format == nil else { return }
        format =
            switch (root.space, root.name.local) {
            case (.rss, "rss"): .rss
            case (.rdf, "RDF"): .rdf
            case (.atom, "feed"): .atom
            default:
                throw FeedError(
                    message: "expected a feed (rss, RDF, an Atom feed, or JSON Feed), found the element \(root.name.written.prefix(100))")
            }
        self.root = root
    }

    /// Receives the next elements.
    ///
    /// - Parameter items: The items that wait no more are appended.
    mutating func take(_ elements: [XMLFoundElement], into items: inout [FeedItem]) throws(FeedError) {
        for found in elements {
            if format != .atom, found.outer.count > 1 {
                guard found.outer[1].space == .rss else { continue }
                if channel == nil { channel = found.outer[1] }
            }
            guard isItem(found.element) else {
                try note(found)
                continue
            }
            if isHolding {
                held.append(found.element)
                heldBytes += found.bytes
                if heldBytes > maxHeldBytes { release(into: &items) }
            } else {
                items.append(item(found.element))
            }
        }
    }

    /// Ends the document.
    ///
    /// - Parameter items: The items that have waited are appended.
    mutating func finish(into items: inout [FeedItem]) throws(FeedError) {
        if isHolding { return release(into: &items) }
        guard hasMore else { return }
        var whole = head
        if !whole.isDescribed(as: feed) {
            whole.note("the feed says more about itself behind its first items, and the records do not show it")
        }
        feed = whole
    }

    private func isItem(_ element: XMLElement) -> Bool {
        format == .atom ? element.name.local == "entry" && element.space == .atom : element.name.local == "item" && element.space == .rss
    }

    /// Keeps something that the feed says about itself.
    private mutating func note(_ found: XMLFoundElement) throws(FeedError) {
        if format == .rss, found.element.name.local == "wxr_version" {
            throw FeedError(message: "expected a feed, found an export of WordPress, which the source wordpress reads")
        }
        aboutBytes += found.bytes
        guard aboutBytes <= maxBytes else {
            throw FeedError(message: "what the feed says about itself is longer than the limit of \(maxBytes) bytes")
        }
        about.append(found.element)
        hasMore = true
    }

    /// Reads the items that wait, with all that the feed has said about itself.
    private mutating func release(into items: inout [FeedItem]) {
        feed = head
        (isHolding, hasMore) = (false, false)
        for element in held { items.append(item(element)) }
        held = []
    }

    private var head: FeedDocument {
        let content = about.map { XMLElement.Content.element($0) }
        guard format == .atom else {
            let channel = channel.map { XMLElement(name: $0.name, attributes: $0.attributes, content: content) }
            return RSSReader.feed(root, channel: channel, base: documentBase)
        }
        return AtomReader.feed(XMLElement(name: root.name, attributes: root.attributes, content: content), base: documentBase)
    }

    private func item(_ element: XMLElement) -> FeedItem {
        format == .atom ? AtomReader.item(element, of: feed) : RSSReader.item(element, of: feed)
    }
}
