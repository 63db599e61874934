import JSONParsing

/// Checks whether a list has the items that changed last first, and decides which page of older items ends the reading.
///
/// Lists have pinned items in front, or another order than their users expect. So a page of older items ends the reading only after two
/// parts of the list: the items that earlier runs saw at the top, and the part that is known to be out of order.
package struct DescendingOrderCheck: Sendable {
    /// The part of a state that describes a list out of order.
    package struct Known: Sendable, Equatable {
        /// The number of items at the start of the list after which the list was in order.
        package var unordered = 0
        /// Whether no part of the list was in order, so that runs read all of it.
        package var isWithoutOrder = false
        /// The greatest cursor of the list, if the list no longer had the cursor of the state; nil otherwise.
        package var top: CursorValue?

        package init() {}

        package static func == (one: Known, other: Known) -> Bool {
            one.unordered == other.unordered && one.isWithoutOrder == other.isWithoutOrder && one.top?.json == other.top?.json
        }
    }

    private let known: Known
    /// Items from this cursor on are new, or were at the top in the last run; nil if the run reads all items.
    private let boundary: CursorValue?
    private let start: CursorValue?
    private var previous: (cursor: CursorValue, place: (page: String, index: Int))?
    /// The greatest cursor of this run.
    private var greatest: CursorValue?
    private var itemCount = 0
    private var newCount = 0
    private var hasMetBoundary = false
    /// Whether an item of this page follows an older one.
    private var isPageUnordered = false
    /// Whether an item was out of order in the part that earlier runs found in order, so that the order is unreliable.
    private var isUnreliable = false
    /// The number of items in front of the last one that was out of order.
    private var unordered = 0
    /// The first item that was out of order, as a phrase.
    private var example: String?

    /// - Parameters:
    ///   - known: The order as the state describes it.
    ///   - start: Items below it are older than what the run requests; nil if the run reads all items.
    init(_ known: Known, from start: CursorValue?) throws(IncrementalFault) {
        self.known = known
        self.start = start
        if let start, let top = known.top { boundary = try top.compared(to: start) < 0 ? top : start } else { boundary = start }
    }

    mutating func beginPage() { isPageUnordered = false }

    /// Adds an item without a cursor.
    mutating func addUnmarked(isSent: Bool) {
        itemCount += 1
        newCount += isSent ? 1 : 0
    }

    /// Adds the next item.
    ///
    /// - Parameters:
    ///   - cursor: Its cursor.
    ///   - isAhead: Whether the cursor is ahead of the clock. Such an item stays at the top, whatever else is new.
    ///   - isSent: Whether the run sends the item.
    ///   - place: The page in messages, and the index of the item on it.
    /// - Throws: ``IncrementalFault/mixed(_:_:)``.
    mutating func add(
        _ cursor: CursorValue, isAhead: Bool, isSent: Bool, place: (page: String, index: Int)
    ) throws(IncrementalFault) {
        if let previous, try cursor.compared(to: previous.cursor) > 0 {
            isPageUnordered = true
            isUnreliable = isUnreliable || !known.isWithoutOrder && itemCount - newCount - (isSent ? 1 : 0) > known.unordered
            unordered = itemCount
            if example == nil { example = "\(Self.phrase(cursor, place)) comes behind \(Self.phrase(previous.cursor, previous.place))" }
        }
        previous = (cursor, place)
        addUnmarked(isSent: isSent)
        if isAhead { return }
        if let known = greatest { if try cursor.compared(to: known) > 0 { greatest = cursor } } else { greatest = cursor }
        if let boundary, try cursor.compared(to: boundary) >= 0 { hasMetBoundary = true }
    }

    private static func phrase(_ cursor: CursorValue, _ place: (page: String, index: Int)) -> String {
        "\(cursor.shown) at \(IncrementalFilter.name(of: place.index, on: place.page))"
    }

    /// Whether a page of older items is the last one to read.
    var endsAtOlderPage: Bool {
        hasMetBoundary && !isPageUnordered && !isUnreliable && !known.isWithoutOrder && itemCount - newCount >= known.unordered
    }

    /// Returns the description of the order for the state of the next run.
    ///
    /// - Parameter isWhole: Whether the run has read the list to its end.
    /// - Throws: ``IncrementalFault/mixed(_:_:)``.
    func state(isWhole: Bool) throws(IncrementalFault) -> Known {
        var next = Known()
        // Pinned items are a few in front of many. In another order, items come too late nearly to the end of the list.
        next.isWithoutOrder = isWhole && 2 * unordered > itemCount
        next.unordered = next.isWithoutOrder ? 0 : unordered
        guard let greatest else {
            next.top = known.top
            return next
        }
        if let start, try greatest.compared(to: start) < 0 { next.top = greatest }
        return next
    }

    /// A warning about items out of order; nil if there are none.
    var warning: String? {
        guard let example else { return nil }
        let first =
            start == nil || !isUnreliable
            ? "" : "; earlier runs may have ended before new items, and --full-refresh, or --reset-state and a new output, reads them"
        return "the list is not in the order that \"order\" states: \(example); runs read on behind such items\(first)"
    }

    /// Whether ``warning`` is about items that may be missing.
    var mayMissItems: Bool { example != nil && start != nil && isUnreliable }
}
