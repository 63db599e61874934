import JSONParsing

/// A list that should have the items that changed last first: whether it is in that order, and which page of older items ends the reading.
///
/// Lists have pinned items in front, or another order than their users expect. So a page of older items ends the reading only under two
/// conditions. The items that earlier runs saw at the top have come. So has the part that is known to be out of order.
package struct DescendingOrder: Sendable {
    /// The part of a state that describes a list out of order.
    package struct Known: Sendable, Equatable {
        /// The number of items at the start of the list behind which it was in order.
        package var unordered = 0
        /// Whether no part of the list was in order, so that runs read all of it.
        package var isWithoutOrder = false
        /// The greatest cursor of the list, if that of the state was gone from it; nil if it was there.
        package var top: CursorValue?

        package init() {}

        package static func == (one: Known, other: Known) -> Bool {
            one.unordered == other.unordered && one.isWithoutOrder == other.isWithoutOrder && one.top?.json == other.top?.json
        }
    }

    private let known: Known
    /// Items from here on are news, or those that the last run has seen at the top; nil if the run wants all.
    private let boundary: CursorValue?
    private let start: CursorValue?
    private var previous: (cursor: CursorValue, place: (page: String, index: Int))?
    /// The greatest cursor of this run.
    private var greatest: CursorValue?
    private var itemCount = 0
    private var newCount = 0
    private var hasMetBoundary = false
    /// Whether an item of this page comes too late.
    private var isPageUnordered = false
    /// Whether an item came too late where the list was in order before, so that its order says nothing.
    private var isUnreliable = false
    /// The number of items in front of the last one that came too late.
    private var unordered = 0
    /// The first item that came too late, in words.
    private var example: String?

    /// - Parameters:
    ///   - known: What the state says of the order.
    ///   - start: Items below it are older than what the run asks for; nil if the run wants all.
    init(_ known: Known, from start: CursorValue?) throws(IncrementalFault) {
        self.known = known
        self.start = start
        if let start, let top = known.top { boundary = try top.compared(to: start) < 0 ? top : start } else { boundary = start }
    }

    mutating func beginPage() { isPageUnordered = false }

    /// Takes an item without a cursor in.
    mutating func addUnmarked(isSent: Bool) {
        itemCount += 1
        newCount += isSent ? 1 : 0
    }

    /// Takes the next item in.
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
        "\(cursor.shown) at \(IncrementalChoice.name(of: place.index, on: place.page))"
    }

    /// Whether a page of older items is the last one to read.
    var endsAtOlderPage: Bool {
        hasMetBoundary && !isPageUnordered && !isUnreliable && !known.isWithoutOrder && itemCount - newCount >= known.unordered
    }

    /// What the next run has to know of the order.
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
