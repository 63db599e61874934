internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

/// How a source reads only what is new: the option `incremental`.
struct IncrementalSettings: Sendable {
    /// The value that says how far a run has read.
    enum Cursor: Sendable {
        /// A jq query on an item. The greatest value counts.
        case item(RecordQuery)
        /// A value of a page. The last page that has one counts.
        case response(PageValue)
    }

    /// The order of the items in the list.
    private enum Order: String, CaseIterable {
        /// No order that the run can use.
        case none
        /// The items that changed last come first.
        case desc
    }

    /// The longest lag in seconds: ten years.
    private static let maxLag = 315_360_000

    let cursor: Cursor
    /// Where requests carry the start; nil if the server does not filter.
    let sendAs: RequestParameter?
    /// The jq query that makes the value to send; nil to send the cursor itself.
    let value: RecordQuery?
    /// The start of the first run; nil for all items.
    let from: PageToken?
    /// The secret texts in ``from``.
    let secretTexts: [MaskedText]
    /// How many seconds below the greatest cursor a run starts.
    let lag: Int
    /// The treatment of cursors that are later than the clock.
    var future = FutureCursors.warn
    /// Whether the option "order" states that the items that changed last come first.
    let isDescending: Bool

    /// Reads the option `incremental`; nil without it.
    static func read(_ options: inout OptionReader) -> IncrementalSettings? {
        options.readIfPresent(
            "incremental", .object(settings), help: "Reads only what is new or has changed since the last run, whose end \"state\" keeps.")
    }

    private static func settings(_ options: inout OptionReader) -> IncrementalSettings {
        let cursor = options.read(
            "cursor",
            .either(
                .query, { Cursor.item($0) },
                object: { options in
                    .response(
                        .query(
                            options.read("response", .query, help: "A jq program on the page. The last page with a value counts.")))
                }),
            help: "What says how far a run has read: a jq program on an item, such as .updated_at, whose greatest value counts, or "
                + "{\"response\": \".sync_token\"} for a value of the last page.")
        let sendAs = Paging.optionalCursorParameter(
            "send_as", &options, help: "Where requests carry the start. Without it, the source drops older items itself.")
        let value = options.readIfPresent(
            "value", .query, help: "A jq program that makes the value to send of the start, such as fromdateiso8601.")
        let (from, secretTexts) = readFrom(&options)
        let lag = options.read(
            "lag_seconds", .integer(0...maxLag), default: 0,
            help:
                "How long before the greatest cursor a run starts, for items that appear late. Those that came before are dropped.")
        let order = options.read(
            "order", .choice, default: Order.none,
            help:
                "The order of the list. With desc, the items that changed last come first, and a page of older items is the last one."
        )
        let future = options.read(
            "future", .choice, default: FutureCursors.warn,
            help:
                "What happens to cursors that are in the future. They do not move the state before their time, and runs warn of them; "
                + "with expected, as for due dates, runs do not warn; with counts they move it, because they are no times.")
        if case .item = cursor, from?.isStructured == true { options.report("expected a text or a number", option: "from") }
        if value == nil, let from, sendAs?.isWithoutValue(from) == true {
            options.report("expected an object that has a value to send", option: "from")
        }
        if case .response = cursor {
            if future != .warn { options.report("a cursor of the response has no time", option: "future") }
            if sendAs == nil {
                options.report("a cursor of the response needs \"send_as\", where requests carry it", option: "cursor")
            }
            if lag > 0 { options.report("a cursor of the response has no lag", option: "lag_seconds") }
            if order == .desc { options.report("a cursor of the response has no order", option: "order") }
        }
        if value != nil, sendAs == nil { options.report("\"value\" needs \"send_as\", where requests carry it", option: "value") }
        return IncrementalSettings(
            cursor: cursor, sendAs: sendAs, value: value, from: from, secretTexts: secretTexts, lag: lag, future: future,
            isDescending: order == .desc)
    }

    private static func readFrom(_ options: inout OptionReader) -> (PageToken?, secretTexts: [MaskedText]) {
        guard
            let json = options.readIfPresent(
                "from", .json,
                help:
                    "The start of the first run: a text or a number; for a cursor of the response, any JSON value. Without it, that reads all."
            )
        else { return (nil, []) }
        guard let token = PageToken(json.value), !token.text.isEmpty else {
            options.report("expected a text, a number, a list or an object", option: "from")
            return (nil, [])
        }
        return (token, json.secretTexts)
    }

    /// The jq query for the cursor of an item; nil if the cursor is a value of the response.
    var itemCursor: RecordQuery? { if case .item(let query) = cursor { query } else { nil } }

    /// The place of the cursor in an item, as messages show it: `.updated_at`.
    var shownCursor: String {
        switch cursor {
        case .item(let query): query.source.printable
        case .response(let value): "\(value.shown) of the response"
        }
    }

    /// Whether cursors are ids, which are no times, however large they are: the query equals that of `id`, or ends at a key such as `id` or
    /// `message_id`.
    func isID(_ identity: ListIdentity) -> Bool {
        guard case .item(let query) = cursor else { return false }
        return query.source == identity.id || query.source.contains(#/(?:(?:^|[._"])(?i:id)|[a-z]I[dD])["\])? ]*$/#)
    }
}
