internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// One run of an incremental source, as a value: it says where to start, which items are new, and what the next run has to know.
struct IncrementalReading: Sendable {
    /// The items of a page that the run sends.
    struct Choice: Equatable {
        /// For each item, whether the run sends it.
        let isSent: [Bool]
        /// Whether the page has items, and all of them are older than the start.
        let areAllOlder: Bool
    }

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
    /// The items that earlier runs have read and that come again; nil without a state.
    let earlier: IncrementalWindow?
    /// The items that the next run gets again.
    private(set) var window: IncrementalWindow
    /// Items below it are older than what the run asks for; nil if the run wants all.
    private let start: CursorValue?
    /// The items of this run with their cursors.
    private var versions: Set<Fingerprint> = []
    /// The last token of the server.
    private(set) var token = Token.none
    /// The number of items that had a cursor.
    private(set) var markedCount = 0
    /// The first item without a cursor.
    private(set) var firstUnmarked: String?
    /// The earliest cursor of this run or the state that may be a time, in seconds since 1970.
    private(set) var earliestTime: Double?
    /// The counts for the summary.
    private(set) var counts = IncrementalCounts()

    /// - Parameters:
    ///   - settings: The option `incremental`.
    ///   - identity: The list.
    ///   - state: The state of the last run; nil without one.
    /// - Throws: ``IncrementalFault`` if the state does not fit the settings.
    init(_ settings: IncrementalSettings, of identity: ListIdentity, after state: IncrementalState?) throws(IncrementalFault) {
        self.settings = settings
        self.identity = identity
        var earlier: IncrementalWindow?
        switch state?.position {
        case .items(let items)?: earlier = try IncrementalWindow(items, lag: settings.lag)
        case .token(let known)?: token = .earlier(known)
        case nil: break
        }
        self.earlier = earlier
        earliestTime = earlier?.greatest?.seconds
        window = try earlier?.released() ?? IncrementalWindow(lag: settings.lag)
        if let earlier {
            start = earlier.start
        } else if settings.sendAs == nil, let from = settings.from {
            start = try CursorValue(from.json)
        } else {
            start = nil
        }
    }

    /// The value where the run starts; nil if it reads all.
    var startValue: JSONValue? { earlier?.start?.json ?? token.value?.json ?? settings.from?.json }

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

    /// Chooses the items of the next page that the run sends.
    ///
    /// - Parameters:
    ///   - marks: The cursors and keys of its items; empty if the cursor is a value of the response.
    ///   - isNew: For each item, whether it was on no earlier page of this run.
    ///   - page: The page, for messages.
    /// - Throws: ``PipelineFailure`` of the kind `badData` that names the item.
    mutating func choose(_ marks: [ItemMark], isNew: [Bool], page: String) throws -> Choice {
        guard !marks.isEmpty else { return Choice(isSent: isNew, areAllOlder: false) }
        var isSent = isNew
        var older = 0
        for (index, mark) in marks.enumerated() {
            guard let cursor = mark.cursor else {
                counts.unmarked += isNew[index] ? 1 : 0
                firstUnmarked = firstUnmarked ?? Self.name(of: index, on: page)
                continue
            }
            markedCount += 1
            if let seconds = cursor.seconds { earliestTime = min(earliestTime ?? seconds, seconds) }
            let isNewVersion = versions.insert(Fingerprint([mark.key, cursor.json.compactText])).inserted
            do throws(IncrementalFault) {
                if let start, try cursor.compared(to: start) < 0 {
                    older += 1
                    counts.older += isNew[index] ? 1 : 0
                    isSent[index] = false
                } else if try earlier?.contains(mark.key, at: cursor) == true {
                    counts.seen += isNew[index] ? 1 : 0
                    isSent[index] = false
                } else if isNew[index] {
                    try window.insert(mark.key, at: cursor)
                } else if isNewVersion {
                    // The item changed while the list was read. It was sent once, and the next run sends it as it is now.
                    try window.hold(at: cursor)
                }
            } catch {
                throw PipelineFailure(.badData, "\(Self.name(of: index, on: page)): \(error)")
            }
        }
        return Choice(isSent: isSent, areAllOlder: older == marks.count)
    }

    /// An item in messages.
    private static func name(of index: Int, on page: String) -> String { "\(page), item \(index + 1)" }

    /// Whether a page of older items ends the reading.
    var endsAtOlder: Bool { settings.endsAtOlder }

    /// Looks for the token in a page.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError`.
    mutating func read(_ page: PageFacts) throws {
        guard case .response(let value) = settings.cursor, let found = try value.token(in: page) else { return }
        token = .new(found)
    }
}
