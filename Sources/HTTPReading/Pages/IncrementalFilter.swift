internal import JSONParsing
internal import Pipeline

/// Chooses the items of an incremental run, page by page, and collects the state for the next run.
package struct IncrementalFilter: Sendable {
    /// A cursor, and its item as messages name it.
    private struct Example: Sendable {
        let cursor: CursorValue
        let place: String

        var phrase: String { "\(cursor.shown) at \(place)" }
    }

    /// The items that earlier runs have read and that come again; nil without a state.
    package let earlier: IncrementalWindow?
    /// The items that the next run gets again.
    package private(set) var window: IncrementalWindow
    /// The number of items that had a cursor.
    package private(set) var markedCount = 0
    /// The first item without a cursor.
    package private(set) var firstUnmarked: String?
    /// The counts for the summary.
    package private(set) var counts = IncrementalCounts()

    /// Items with smaller cursors are older than what the run requests; nil if the run reads all items.
    private let start: CursorValue?
    private var clock: CursorClock
    /// The items of this run with their cursors.
    private var versions: Set<Fingerprint> = []
    /// The different numbers that are greater than now, while no number is a time.
    private var undecided = UndecidedNumbers()
    private var firstFuture: Example?
    private var firstUndecided: Example?
    /// Whether the state's number is greater than now, and an earlier run decided that it is no time.
    private let hasDoubtfulStart: Bool
    /// An item that counts as older only if the state's number is no time.
    private var firstDoubtful: Example?
    /// The order of the list; nil if none is stated.
    private var order: DescendingOrderCheck?
    /// Whether the last page ends the reading, because all later items are older.
    package private(set) var isDone = false

    /// - Parameters:
    ///   - items: The items of the state; nil without a state.
    ///   - start: The start of a run without a state; nil for all items.
    ///   - lag: The lag in seconds.
    ///   - clock: The clock, which has seen no cursor yet.
    ///   - isDescending: Whether the items that changed last should come first.
    /// - Throws: ``IncrementalFault`` for a state that does not fit, also ``IncrementalFault/stateInFuture(_:)``.
    package init(
        after items: IncrementalState.Items?, from start: CursorValue?, lag: Int, clock: CursorClock, isDescending: Bool = false
    ) throws(IncrementalFault) {
        var clock = clock
        var isDoubtful = false
        if let greatest = items?.greatest {
            switch try clock.verdict(on: greatest) {
            case .counts, .early: break
            case .future: throw .stateInFuture(greatest.shown)
            case .undecided:
                clock.excludeNumbers()
                isDoubtful = true
            }
        }
        hasDoubtfulStart = isDoubtful
        if let items {
            let earlier = try IncrementalWindow(items, lag: lag, clock: &clock)
            for cursor in earlier.cursorsAhead where try clock.verdict(on: cursor) == .undecided { undecided.insert(cursor, clock) }
            self.earlier = earlier
            window = try earlier.released()
        } else {
            earlier = nil
            window = IncrementalWindow(lag: lag)
        }
        self.start = earlier?.start ?? start
        if isDescending { order = try DescendingOrderCheck(items?.order ?? DescendingOrderCheck.Known(), from: self.start) }
        self.clock = clock
    }

    /// Chooses the items of the next page that the run sends.
    ///
    /// - Parameters:
    ///   - marks: The cursors and keys of its items; empty if the cursor is a value of the response.
    ///   - isNew: For each item, whether it was on no earlier page of this run.
    ///   - page: The page, for messages.
    /// - Returns: For each item, whether the run sends it.
    /// - Throws: ``PipelineFailure`` of the kind `badData` that names the item.
    package mutating func choose(_ marks: [KeyedCursor], isNew: [Bool], page: String) throws -> [Bool] {
        isDone = false
        guard !marks.isEmpty else { return isNew }
        var isSent = isNew
        var older = 0
        order?.beginPage()
        for (index, mark) in marks.enumerated() {
            guard let cursor = mark.cursor else {
                counts.unmarked += isNew[index] ? 1 : 0
                firstUnmarked = firstUnmarked ?? Self.name(of: index, on: page)
                order?.addUnmarked(isSent: isNew[index])
                continue
            }
            markedCount += 1
            do throws(IncrementalFault) {
                let isAhead = try isAhead(cursor, index, page)
                if hasDoubtfulStart { doubt(cursor, index, page) }
                let isNewVersion = versions.insert(Fingerprint([mark.key, cursor.json.compactText])).inserted
                if !isAhead, let start, try cursor.compared(to: start) < 0 {
                    older += 1
                    counts.older += isNew[index] ? 1 : 0
                    isSent[index] = false
                } else if try earlier?.contains(mark.key, at: cursor) == true {
                    counts.seen += isNew[index] ? 1 : 0
                    isSent[index] = false
                } else if isNew[index] {
                    if isAhead { try window.insertAhead(mark.key, at: cursor) } else { try window.insert(mark.key, at: cursor) }
                } else if isNewVersion, !isAhead {
                    // The item changed while the list was read. This run has sent the old version; the next run sends the new one.
                    try window.hold(at: cursor)
                }
                try order?.add(cursor, isAhead: isAhead, isSent: isSent[index], place: (page, index))
            } catch {
                throw PipelineFailure(.badData, "\(Self.name(of: index, on: page)): \(error)")
            }
        }
        isDone = older == marks.count && order?.endsAtOlderPage == true
        return isSent
    }

    /// Whether a cursor is ahead of the clock, so that the window must not move to it.
    private mutating func isAhead(_ cursor: CursorValue, _ index: Int, _ page: String) throws(IncrementalFault) -> Bool {
        switch try clock.verdict(on: cursor) {
        case .counts: return false
        case .early: break
        case .future:
            if firstFuture == nil { firstFuture = Example(cursor: cursor, place: Self.name(of: index, on: page)) }
        case .undecided:
            if firstUndecided == nil { firstUndecided = Example(cursor: cursor, place: Self.name(of: index, on: page)) }
            undecided.insert(cursor, clock)
            if undecided.isFull {
                clock.excludeNumbers()
                _ = try window.settleAhead(&clock)
                return false
            }
        }
        // A text of another kind, such as a word among times, is an error in any order.
        if let known = window.greatest { _ = try cursor.compared(to: known) }
        return true
    }

    /// Looks for signs that the state's number is a time in the future: other numbers are times, and no other is greater than now.
    private mutating func doubt(_ cursor: CursorValue, _ index: Int, _ page: String) {
        if clock.isTime(cursor) {
            if firstDoubtful == nil { firstDoubtful = Example(cursor: cursor, place: Self.name(of: index, on: page)) }
        } else if clock.isLaterNumber(cursor) {
            undecided.insert(cursor, clock)
        }
    }

    /// Decides about numbers that are greater than now, after the whole list was read.
    ///
    /// - Parameter option: The value of the option `future`.
    /// - Returns: The warnings.
    /// - Throws: ``IncrementalFault``.
    package mutating func finish(_ option: FutureCursors) throws(IncrementalFault) -> [String] {
        let areUndecided = undecided.count > 0 && !clock.hasUnit && !hasDoubtfulStart
        // One number may be a mistake. Several that go on far into the future are ids or versions.
        let areEvents = areUndecided && undecided.count > 1 && undecided.areAllNear
        if areUndecided, undecided.count > 1, !areEvents { clock.excludeNumbers() }
        let futureCount = try window.settleAhead(&clock, countsUndecided: areEvents)
        var warnings: [String] = []
        if futureCount > 0, option == .warn {
            let example = firstFuture ?? firstUndecided
            let such = example.map { ", such as \($0.phrase)" } ?? " of an earlier run"
            let isNumber = clock.hasUnit || areEvents
            warnings.append(
                "\(futureCount.counted("item has a cursor", plural: "items have cursors")) in the future"
                    + (isNumber ? " as a time" : "") + such
                    + ": the state does not move to such a cursor, and each run reads these items again; in \"incremental\", "
                    + #""future": "expected" is for lists of coming events, and "counts" for cursors that are no times"#)
        }
        if let greatest = earlier?.greatest, let firstDoubtful, undecided.count <= 1 {
            warnings.append(
                "the state is at \(greatest.shown), which is in the future as a time, and items such as \(firstDoubtful.phrase) count as "
                    + "older; --full-refresh, or --reset-state and a new output, read them again")
        }
        return warnings
    }

    /// The warning about the order of the list, and whether it is about items that may be missing; nil if nothing is wrong.
    package var orderWarning: (text: String, mayMissItems: Bool)? { order?.warning.map { ($0, order?.mayMissItems == true) } }

    /// Returns the items for the state, with the order of the list.
    ///
    /// - Throws: ``IncrementalFault/tooManyItems(limit:)``.
    package func items() throws(IncrementalFault) -> IncrementalState.Items {
        var items = try window.items()
        if let order { items.order = try order.state(isWhole: !isDone) }
        return items
    }

    /// Whether the warnings of ``finish(_:)`` are about items that may be missing.
    package var mayMissItems: Bool { firstDoubtful != nil && undecided.count <= 1 }

    /// An item in messages.
    static func name(of index: Int, on page: String) -> String { "\(page), item \(index + 1)" }
}

/// The different numbers of a list that are greater than now, while none of its numbers is a time.
private struct UndecidedNumbers: Sendable {
    /// The number of different numbers from which on the numbers of the list count as no times.
    private static let limit = 1024
    private var numbers: Set<String> = []
    /// Whether all are times of the next years, as those of coming events are.
    private(set) var areAllNear = true

    var count: Int { numbers.count }
    var isFull: Bool { numbers.count >= Self.limit }

    mutating func insert(_ cursor: CursorValue, _ clock: CursorClock) {
        if isFull { return }
        numbers.insert(cursor.json.compactText)
        areAllNear = areAllNear && clock.isNear(cursor)
    }
}

/// The counts of an incremental run, for its summary.
package struct IncrementalCounts: Sendable, Equatable {
    /// The number of items that an earlier run has read and that did not change.
    package internal(set) var seen = 0
    /// The number of items that are older than the start.
    package internal(set) var older = 0
    /// The number of items without a cursor.
    package internal(set) var unmarked = 0

    /// The sums of these counts and those of another list.
    package func adding(_ other: IncrementalCounts) -> IncrementalCounts {
        var sums = self
        sums.seen += other.seen
        sums.older += other.older
        sums.unmarked += other.unmarked
        return sums
    }

    /// The end of the sentence about the items: which were dropped.
    package var phrase: String {
        (seen > 0 ? ", \(seen) dropped as seen" : "") + (older > 0 ? ", \(older) dropped as older" : "")
    }
}

/// The reason why the cursors of items cannot be compared or kept.
package enum IncrementalFault: Error, Equatable, CustomStringConvertible {
    /// A cursor is neither a number nor a text.
    case wrongKind(String)
    case tooLong(limit: Int)
    /// Two cursors are of different kinds, such as a time and a number.
    case mixed(String, String)
    /// Two cursors are numbers of times in different units.
    case mixedUnits(String, String)
    /// The state is at a time in the future, so that a run would find no later items.
    case stateInFuture(String)
    /// A cursor is a text, or a number too large for seconds or milliseconds.
    case lagWithoutSeconds(String)
    case tooManyItems(limit: Int)

    /// The fault in one sentence.
    package var description: String {
        switch self {
        case .wrongKind(let found): "expected a number or a text as the cursor of an item, found \(found)"
        case .tooLong(let limit): "the cursor of an item is longer than \(limit) bytes"
        case .mixed(let one, let other):
            "\(one) cannot be compared with \(other); \"cursor\" can convert the cursors to one kind, such as .updated_at | tonumber"
        case .mixedUnits(let one, let other):
            "\(one) cannot be compared with \(other); \"cursor\" can convert the cursors to one unit, such as "
                + #"if .updated > 1e11 then .updated / 1000 else .updated end; "future": "counts" is for numbers that are no times"#
        case .stateInFuture(let cursor):
            "the state is at \(cursor), which is in the future, and a run would miss all changes before that time; check the clock of this "
                + "machine; --full-refresh reads all and writes a new state"
        case .lagWithoutSeconds(let found):
            "\"lag_seconds\" needs cursors that are times (RFC 3339) or numbers of seconds or milliseconds, found \(found)"
        case .tooManyItems(let limit):
            "more than \(limit) items have the greatest cursor or are within \"lag_seconds\", and a state stores at most \(limit) ids; a cursor "
                + "with finer steps or a shorter lag needs fewer; items in the future count, too, unless \"future\" is \"counts\""
        }
    }
}
