internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// One run of an incremental source, as a value: where it starts, which items are new, and the state for the next run.
struct IncrementalReading: Sendable {
    /// The last token of a server that counts by tokens.
    enum LastToken {
        case none
        /// The token of the state.
        case earlier(PageToken)
        /// A token of this run.
        case new(PageToken)

        /// The token; nil without one.
        var value: PageToken? {
            switch self {
            case .none: nil
            case .earlier(let token), .new(let token): token
            }
        }
    }

    let settings: IncrementalSettings
    let identity: ListIdentity
    /// Says which items of the list are new for this run.
    var items: IncrementalFilter
    /// Whether the first run starts in the future.
    let isStartInFuture: Bool
    /// The last token of the server.
    private(set) var token = LastToken.none

    /// - Parameters:
    ///   - settings: The option `incremental`.
    ///   - identity: The identity of the list.
    ///   - state: The state of the last run; nil without one.
    ///   - now: The time in seconds since 1970.
    /// - Throws: ``IncrementalFault`` if the state does not fit the settings.
    init(
        _ settings: IncrementalSettings, of identity: ListIdentity, after state: IncrementalState?, now: Double
    ) throws(IncrementalFault) {
        self.settings = settings
        self.identity = identity
        var earlier: IncrementalState.Items?
        switch state?.position {
        case .items(let items)?: earlier = items
        case .token(let known)?: token = .earlier(known)
        case nil: break
        }
        var start: CursorValue?
        if settings.sendAs == nil, let from = settings.from { start = try CursorValue(from.json) }
        let clock = CursorClock(now: now, countsAll: settings.future == .counts || settings.isID(identity))
        let first = settings.from.flatMap { try? CursorValue($0.json) }
        isStartInFuture = state == nil && first.map(clock.isInFuture) ?? false
        items = try IncrementalFilter(after: earlier, from: start, lag: settings.lag, clock: clock, isDescending: settings.isDescending)
    }

    /// The cursor where the run starts; nil if it reads the whole list.
    var startValue: JSONValue? { items.earlier?.start?.json ?? token.value?.json ?? settings.from?.json }

    /// The request parameter for the start of the reading, and its value; nil if requests carry none.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if the query `value` fails; `CancellationError`.
    func parameter() throws -> (RequestParameter, PageToken)? {
        guard let sendAs = settings.sendAs, let startValue else { return nil }
        var value = startValue
        if let program = settings.value {
            do {
                guard let made = try program.first(Record(value)), !made.isNull else { return nil }
                value = made
            } catch let error as CancellationError {
                throw error
            } catch {
                throw PipelineFailure(.badData, "incremental.value: \(error.message.printable)")
            }
        }
        guard let token = PageToken(value) else {
            throw PipelineFailure(
                .badData, "incremental.value: expected a text, a number, a list or an object, found \(value.kind.phrase)")
        }
        if let expected = sendAs.expectation(instead: token) {
            throw PipelineFailure(
                .badData,
                "incremental: \"\(token.shown)\" cannot be sent as \(sendAs.phrase.printable): expected \(expected)")
        }
        return (sendAs, token)
    }

    /// Chooses the items of the next page that the run sends: ``IncrementalFilter/choose(_:isNew:page:)``.
    mutating func choose(_ marks: [KeyedCursor], isNew: [Bool], page: String) throws -> [Bool] {
        try items.choose(marks, isNew: isNew, page: page)
    }

    /// The counts for the summary.
    var counts: IncrementalCounts { items.counts }

    /// Whether the last page ends the reading, because all later items are older.
    var isDone: Bool { items.isDone }

    /// Looks for the token in a page.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError`.
    mutating func read(_ page: PageFacts) throws {
        guard case .response(let value) = settings.cursor, let found = try value.token(in: page),
            settings.sendAs?.isWithoutValue(found) != true
        else { return }
        token = .new(found)
    }
}

// The state and the warnings of a run.
extension IncrementalReading {
    /// A warning that a run gives at its end.
    struct Warning {
        let text: String
        /// Whether the outputs may lack records, so that even a quiet run shows the warning.
        let mayMissRecords: Bool
    }

    /// The warning about items without a cursor; nil if there are none.
    private var unmarkedWarning: String? {
        guard counts.unmarked > 0, let firstUnmarked = items.firstUnmarked else { return nil }
        return "\(counts.unmarked.counted("item has", plural: "items have")) no value at \(settings.shownCursor), such as that at "
            + "\(firstUnmarked); every run delivers them"
    }

    /// Ends the choice of items, after the whole list was read. Call this before ``state()``.
    ///
    /// - Returns: The warnings about the cursors.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    mutating func finish() throws -> [Warning] {
        let future: [String]
        do throws(IncrementalFault) {
            future = try items.finish(settings.future)
        } catch {
            throw PipelineFailure(.badData, "incremental: \(error)")
        }
        return [unmarkedWarning].compactMap { $0 }.map { Warning(text: $0, mayMissRecords: false) }
            + future.map { Warning(text: $0, mayMissRecords: items.mayMissItems) }
            + [items.orderWarning].compactMap { $0 }.map { Warning(text: $0.text, mayMissRecords: $0.mayMissItems) }
            + [startWarning, textOrderWarning, kindWarning].compactMap { $0 }.map { Warning(text: $0, mayMissRecords: true) }
    }

    /// The warning about a start in the future; nil if the start is not in the future.
    private var startWarning: String? {
        guard isStartInFuture, let from = settings.from else { return nil }
        return "\"from\" is \(from.shown), which is in the future; runs read nothing that changes before that time"
    }

    /// The warning about texts whose order is not that of time, so that new items may count as older; nil if there is none.
    private var textOrderWarning: String? {
        guard let greatest = items.window.greatest, greatest.beginsWithDay else { return nil }
        return
            "cursors such as \(greatest.shown) are compared as texts, byte by byte, and new items may be dropped as older; a program such as "
            + #"(.date | strptime("%d.%m.%Y") | mktime) makes numbers of them"#
    }

    /// The warning about a start of another kind than the cursors, which the server probably does not understand; nil if there is none.
    private var kindWarning: String? {
        guard items.earlier == nil, settings.value == nil, settings.sendAs != nil, let from = settings.from,
            let greatest = items.window.greatest, let start = try? CursorValue(from.json), start.isTime != greatest.isTime
        else { return nil }
        return "this run sent \(start.shown), the value of \"from\", and the next one sends \(greatest.shown), which is of another kind; "
            + "\"value\" is a program that can convert it"
    }

    /// The state for the next run, after the whole list was read.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if nothing in the list says how far the run has read.
    func state() throws -> IncrementalState {
        if case .response = settings.cursor {
            guard case .new(let token) = token else {
                throw PipelineFailure(.badData, "incremental.cursor: no page has a value at \(settings.shownCursor)")
            }
            return IncrementalState(identity: identity, position: .token(token))
        }
        if let firstUnmarked = items.firstUnmarked, items.markedCount == 0, items.earlier == nil {
            throw PipelineFailure(
                .badData,
                "incremental.cursor: no item has a value at \(settings.shownCursor); the first one without it is at \(firstUnmarked)")
        }
        do throws(IncrementalFault) {
            return IncrementalState(identity: identity, position: .items(try items.items()))
        } catch {
            throw PipelineFailure(.badData, "incremental: \(error)")
        }
    }

    /// The request of the run, in words, for `explain`.
    func explanation() throws -> String {
        guard let startValue, let shown = PageToken(startValue)?.shown else { return "reads all" }
        guard let (place, token) = try parameter() else { return "drops items older than \(shown)" }
        if case .query(let name) = place { return "asks for \(name.printable)=\(token.shown)" }
        return "sends \(token.shown) as \(place.phrase.printable)"
    }
}
