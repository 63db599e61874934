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
    /// The cursor where the next run starts, less the lag: the greatest one, or the one where the window is held.
    package private(set) var start: CursorValue?
    /// The smallest cursor that must stay in the window; nil for none.
    private var held: CursorValue?
    /// The cursors of each item by its key. An item that changed twice inside the window has two.
    private var cursors: [String: [CursorValue]] = [:]
    private var count = 0
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
    /// - Throws: ``IncrementalFault``.
    package init(_ position: IncrementalState.Items, lag: Int) throws(IncrementalFault) {
        self.init(lag: lag)
        held = position.greatest
        try rise(to: position.greatest)
        for (cursor, keys) in position.groups {
            for key in keys { try insert(key, at: cursor) }
        }
    }

    /// Whether an item with this cursor is in the window.
    ///
    /// - Throws: ``IncrementalFault/mixed(_:_:)``.
    package func contains(_ key: String, at cursor: CursorValue) throws(IncrementalFault) -> Bool {
        for known in cursors[key] ?? [] where try known.compared(to: cursor) == 0 { return true }
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
        guard count <= Self.maxItems else { throw .tooManyItems(limit: Self.maxItems) }
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

    /// The content of a state; nil without an item.
    ///
    /// - Throws: ``IncrementalFault/tooManyItems(limit:)``.
    package func items() throws(IncrementalFault) -> IncrementalState.Items? {
        guard let greatest = try end() else { return nil }
        var window = self
        try window.prune()
        var groups: [String: (cursor: CursorValue, keys: [String])] = [:]
        for (key, cursors) in window.cursors {
            for cursor in cursors { groups[cursor.json.compactText, default: (cursor, [])].keys.append(key) }
        }
        let sorted = groups.sorted { $0.key < $1.key }.map { (cursor: $0.value.cursor, keys: $0.value.keys.sorted()) }
        return IncrementalState.Items(greatest: greatest, groups: sorted)
    }
}
