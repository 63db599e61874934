internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// A walk through the pages of a list that takes only new items.
struct DeduplicatingWalk: Sendable {
    var walk: PageWalk
    private var seen = SeenItems()
    /// The kind of value that holds the items, an array or an object; nil if no page has had any.
    private var container: JSONKind?

    init(_ walk: PageWalk) {
        self.walk = walk
    }

    /// The number of items that came again.
    var droppedCount: Int { seen.droppedCount }

    /// The warnings of the whole walk, among them one of items that were dropped though their content was new.
    var warnings: [String] {
        let count = seen.changedCount
        if count == 0 { return walk.warnings }
        let items = "\(count.counted("item")) with an \"id\" of an earlier page and other content"
        return walk.warnings + ["\(items) \(count.was) dropped: they have changed meanwhile, or \"id\" does not tell items apart"]
    }

    /// Takes the next page, in the order of the requests.
    ///
    /// - Returns: For each item, whether it is new; and the outcome of the page.
    /// - Throws: As ``PageWalk/read(_:)``.
    mutating func take(_ page: FetchedPage) throws -> (isNew: [Bool], PageOutcome) {
        if let found = page.content.container, page.meaning == .content {
            // An object with an error in place of a list has members, which would count as items.
            if let container, found != container {
                return ([Bool](repeating: false, count: page.content.items.count), .failed(.otherShape(page: page.number, found: found)))
            }
            container = found
        }
        let choice =
            switch page.content.identity {
            case .ids(let ids): seen.add(ids)
            case .content(let content) where walk.countsPages: seen.add(content, count: page.content.items.count)
            case .content(let content): seen.addKeepingEqual(content, count: page.content.items.count)
            }
        return (choice.isNew, try walk.read(page.facts(repeatsPageBefore: choice.repeatsPageBefore)))
    }
}
