internal import JSONParsing

/// The greatest cursor so far, and the items whose cursors are at most a lag below it. The next run gets these items again.
package struct IncrementalWindow: Sendable {
    /// The limit of items that a state keeps. A file with that many has about 10 MB.
    static let maxItems = 250_000
    /// The number of items from which on the window looks for those that have become too old.
    private static let minPruned = 1024

    /// The lag in seconds.
    let lag: Int
    /// The greatest cursor; nil before the first item.
    package private(set) var greatest: CursorValue?
    /// The cursor where the next run starts: the greatest one, or the one where the window is held, minus the lag.
    package private(set) var start: CursorValue?
    /// The smallest cursor that must stay in the window; nil for none.
    private var held: CursorValue?
    /// The cursors of each item by its key. An item that changed twice inside the window has two.
    private var cursors: [String: [CursorValue]] = [:]
    private var count = 0
    /// The items whose cursors are ahead of the clock, as ``cursors``. They do not move the window.
    private var ahead: [String: [CursorValue]] = [:]
    private var aheadCount = 0
    /// The number of items at which the window looks for old ones again.
    private var nextPruning = Self.minPruned

    package init(lag: Int) {
        self.lag = lag
    }

    /// Restores the window of a state.
    ///
    /// - Parameters:
    ///   - position: The greatest cursor and the items of the state.
    ///   - lag: The lag in seconds, which may differ from that of the earlier run.
    ///   - clock: Tells which cursors are still ahead.
    /// - Throws: ``IncrementalFault``.
    package init(_ position: IncrementalState.Items, lag: Int, clock: inout CursorClock) throws(IncrementalFault) {
        self.init(lag: lag)
        held = position.greatest
        if let greatest = position.greatest { try rise(to: greatest) }
        for (cursor, keys) in position.groups {
            let isAhead = try clock.verdict(on: cursor) != .counts
            for key in keys {
                if isAhead { try insertAhead(key, at: cursor) } else { try insert(key, at: cursor) }
            }
        }
    }

    /// Whether an item with this cursor is in the window.
    ///
    /// - Throws: ``IncrementalFault/mixed(_:_:)``.
    package func contains(_ key: String, at cursor: CursorValue) throws(IncrementalFault) -> Bool {
        for known in cursors[key] ?? [] where try known.compared(to: cursor) == 0 { return true }
        if ahead.isEmpty { return false }
        for known in ahead[key] ?? [] where try known.compared(to: cursor) == 0 { return true }
        return false
    }

    /// Adds an item. Items below the window are not kept.
    ///
    /// - Parameters:
    ///   - key: The identity of the item.
    ///   - cursor: Its cursor.
    /// - Throws: ``IncrementalFault``.
    package mutating func insert(_ key: String, at cursor: CursorValue) throws(IncrementalFault) {
        if let greatest, try cursor.compared(to: greatest) <= 0 {
            if let start, try cursor.compared(to: start) < 0 { return }
        } else {
            try rise(to: cursor)
        }
        guard try !contains(key, at: cursor) else { return }
        cursors[key, default: []].append(cursor)
        count += 1
        if count >= nextPruning { try prune() }
    }

    /// Adds an item that is ahead of the clock.
    ///
    /// - Throws: ``IncrementalFault/tooManyItems(limit:)``, ``IncrementalFault/mixed(_:_:)``.
    mutating func insertAhead(_ key: String, at cursor: CursorValue) throws(IncrementalFault) {
        guard try !contains(key, at: cursor) else { return }
        guard aheadCount < Self.maxItems else { throw .tooManyItems(limit: Self.maxItems) }
        ahead[key, default: []].append(cursor)
        aheadCount += 1
    }

    /// The cursors that are ahead of the clock.
    var cursorsAhead: [CursorValue] { ahead.values.flatMap(\.self) }

    /// Lets the window move to the items that turn out not to be ahead.
    ///
    /// - Parameters:
    ///   - clock: The clock, which may have learned the unit of the numbers meanwhile.
    ///   - countsUndecided: Whether numbers greater than now are in the future, though no number is a time.
    /// - Returns: The number of items in the future.
    /// - Throws: ``IncrementalFault``.
    mutating func settleAhead(_ clock: inout CursorClock, countsUndecided: Bool = false) throws(IncrementalFault) -> Int {
        var futureCount = 0
        let items = ahead
        ahead = [:]
        aheadCount = 0
        // In a fixed order, because the clock learns from each cursor.
        for (key, cursors) in items.sorted(by: { $0.key < $1.key }) {
            for cursor in cursors {
                let verdict = try clock.verdict(on: cursor)
                if verdict == .counts { try insert(key, at: cursor) } else { try insertAhead(key, at: cursor) }
                if verdict == .future || countsUndecided && verdict == .undecided { futureCount += 1 }
            }
        }
        return futureCount
    }

    /// Keeps the window from moving above a cursor, because the next run has to read it.
    ///
    /// - Throws: ``IncrementalFault``.
    package mutating func hold(at cursor: CursorValue) throws(IncrementalFault) {
        if let held, try cursor.compared(to: held) >= 0 { return }
        held = cursor
        try moveStart()
    }

    /// Returns the window of a state as the first one of a new run, which may move up.
    ///
    /// - Throws: ``IncrementalFault``.
    package func released() throws(IncrementalFault) -> IncrementalWindow {
        var window = self
        window.held = nil
        try window.moveStart()
        return window
    }

    /// Drops the items that are below the window now.
    ///
    /// - Throws: ``IncrementalFault/tooManyItems(limit:)`` if more are left than a state keeps.
    mutating func prune() throws(IncrementalFault) {
        guard let start else { return }
        var kept: [String: [CursorValue]] = [:]
        var count = 0
        for (key, cursors) in cursors {
            var left: [CursorValue] = []
            for cursor in cursors where try cursor.compared(to: start) >= 0 { left.append(cursor) }
            if !left.isEmpty { kept[key] = left }
            count += left.count
        }
        guard count + aheadCount <= Self.maxItems else { throw .tooManyItems(limit: Self.maxItems) }
        cursors = kept
        self.count = count
        nextPruning = max(Self.minPruned, 2 * count)
    }

    /// Moves the window up.
    private mutating func rise(to cursor: CursorValue) throws(IncrementalFault) {
        greatest = cursor
        try moveStart()
        if lag == 0, held == nil {
            cursors = [:]
            count = 0
            nextPruning = Self.minPruned
        }
    }

    /// The cursor where the next run starts, without the lag.
    private func end() throws(IncrementalFault) -> CursorValue? {
        guard let greatest, let held else { return greatest }
        return try held.compared(to: greatest) < 0 ? held : greatest
    }

    private mutating func moveStart() throws(IncrementalFault) { start = try end()?.earlier(by: lag) }

    /// The content of a state.
    ///
    /// - Throws: ``IncrementalFault/tooManyItems(limit:)``.
    package func items() throws(IncrementalFault) -> IncrementalState.Items {
        let greatest = try end()
        var window = self
        try window.prune()
        var groups: [String: (cursor: CursorValue, keys: [String])] = [:]
        for (key, cursors) in window.cursors.merging(ahead, uniquingKeysWith: +) {
            for cursor in cursors { groups[cursor.json.compactText, default: (cursor, [])].keys.append(key) }
        }
        let sorted = groups.sorted { $0.key < $1.key }.map { (cursor: $0.value.cursor, keys: $0.value.keys.sorted()) }
        return IncrementalState.Items(greatest: greatest, groups: sorted)
    }
}
