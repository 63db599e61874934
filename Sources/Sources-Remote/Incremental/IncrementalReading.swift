internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// One run of an incremental source, as a value: it says where to start, which items are new, and what the next run has to know.
struct IncrementalReading: Sendable {
    /// The last token of a server that counts by tokens.
    enum Token {
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
    /// Chooses the items.
    var items: IncrementalChoice
    /// Whether the first run starts in the future.
    let isStartInFuture: Bool
    /// The last token of the server.
    private(set) var token = Token.none

    /// - Parameters:
    ///   - settings: The option `incremental`.
    ///   - identity: The list.
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
        items = try IncrementalChoice(after: earlier, from: start, lag: settings.lag, clock: clock, isDescending: settings.isDescending)
    }

    /// The value where the run starts; nil if it reads all.
    var startValue: JSONValue? { items.earlier?.start?.json ?? token.value?.json ?? settings.from?.json }

    /// The value that requests carry, and its place; nil if they carry none.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if the program `value` fails; `CancellationError`.
    func parameter() throws -> (PageParameter, PageToken)? {
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
            throw PipelineFailure(.badData, "incremental.value: expected a text or a number, found \(value.kind.phrase)")
        }
        if case .header(let name) = sendAs, CredentialText.fault(token.text) != nil {
            throw PipelineFailure(.badData, "incremental: \"\(token.shown)\" cannot be sent in the header \(name.printable)")
        }
        return (sendAs, token)
    }

    /// Chooses the items of the next page that the run sends: ``IncrementalChoice/choose(_:isNew:page:)``.
    mutating func choose(_ marks: [ItemMark], isNew: [Bool], page: String) throws -> [Bool] {
        try items.choose(marks, isNew: isNew, page: page)
    }

    /// The counts for the summary.
    var counts: IncrementalCounts { items.counts }

    /// Whether the last page ends the reading, because all items behind it are older.
    var isDone: Bool { items.isDone }

    /// Looks for the token in a page.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError`.
    mutating func read(_ page: PageFacts) throws {
        guard case .response(let value) = settings.cursor, let found = try value.token(in: page) else { return }
        token = .new(found)
    }
}
