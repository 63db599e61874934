internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

// Lists whose pages or items the requests count.
extension PageWalk {
    /// Decides how the walk continues after a page of a counted list.
    ///
    /// - Throws: ``PagingFault``.
    mutating func readNumbered(_ page: PageFacts, _ paging: NumberedPaging) throws -> PageOutcome {
        // A page that a rule skips does not have the content of the list.
        let flag = try page.skippedBy == nil ? hasMore?.flag(in: page) : nil
        if page.repeatsPageBefore { return try endOfRepetition(page, paging.unit, hasMore: flag == true) }
        let total = try page.skippedBy == nil ? paging.total?.count(in: page) : nil
        guard let step = numbers?.read(count: page.skippedBy == nil ? page.itemCount : nil, total: total, hasMore: flag == true),
            let numbers
        else { return .end(.last) }
        if let hasMore, flag == false {
            switch step {
            case .end where numbers.total != nil, .emptyCounted: break
            case .end, .more, .moreElsewhere, .uncounted, .emptyBefore, .emptyBeforeMore:
                guard let total = numbers.total else { return try last(page, saying: hasMore) }
                return .end(.ruleBefore(total: total, unit: paging.unit, page: page.number + 1, option: hasMore.shown))
            }
        }
        switch step {
        case .more, .moreElsewhere:
            // A response without a body is the end, unless the server counts more.
            if page.content == nil, page.meaning == .content, numbers.total == nil { return .end(.last) }
            return step == .more ? .more : .moreElsewhere
        case .uncounted: throw PagingFault.skippedUncounted(page: page.number, rule: page.skippedBy ?? 0)
        case .emptyBeforeMore:
            throw PagingFault.noToken(page: page.number, flag: hasMore?.shown ?? "has_more", place: "an empty page")
        case .emptyBefore(let total):
            throw PagingFault.emptyBefore(total: total, unit: paging.unit, page: page.number, items: numbers.totals.items)
        case .emptyCounted(let total): return .end(.emptyCounted(total: total, unit: paging.unit, page: page.number))
        case .end:
            let items = numbers.totals.items
            if let expected = numbers.expectedItems, items < expected { return .end(.fewer(items: items, total: expected)) }
            if page.itemCount == 0, paging.stopsOnEmpty == true { return .end(.last) }
            let reading = numbers.total == nil ? nil : paging.total
            let end = reading.map { "is the last one by the total at \($0.shown)" } ?? "is empty"
            return try last(page, end, reading: [reading, hasMore].compactMap(\.self))
        }
    }

    /// The end of a walk by a rule.
    func endByRule(_ page: PageFacts) -> WalkEnd {
        guard let numbers, case .numbered(let paging) = paging.kind, numbers.isBeforeTotal, let total = numbers.total else { return .rule }
        return .ruleBefore(total: total, unit: paging.unit, page: page.number, option: page.endedBy ?? "\"responses\"")
    }

    /// The decision after a page of a counted list that holds the items of the page before.
    ///
    /// - Throws: ``PagingFault`` if the server counts that page as one of its own.
    private func endOfRepetition(_ page: PageFacts, _ unit: PageCounter.Unit, hasMore: Bool) throws -> PageOutcome {
        if !paging.endsOnRepeat, hasMore { throw PagingFault.sameItems(page: page.number, counted: "more") }
        if !paging.endsOnRepeat, let numbers, numbers.isBeforeTotal, let total = numbers.total {
            throw PagingFault.sameItems(page: page.number, counted: unit.counted(total))
        }
        return try endOfSameItems(page)
    }

    /// The end of a walk at a page that holds the items of the page before. Servers answer so beyond their last page.
    ///
    /// - Throws: ``PagingFault`` if the second page is the first one again: then the server most likely ignores the parameter.
    func endOfSameItems(_ page: PageFacts) throws(PagingFault) -> PageOutcome {
        if !paging.endsOnRepeat, page.number == 2, page.itemCount == longestPage {
            throw PagingFault.sameItems(page: page.number, counted: nil)
        }
        return .end(.sameItems(page: page.number))
    }

    /// Returns the value of the last item that the next request of `keyset` sends.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError`.
    static func key(_ field: RecordQuery, for parameter: RequestParameter, of item: JSONValue, _ page: Int) throws -> PageToken {
        let place = field.source.printable
        let value: JSONValue?
        do {
            value = try field.first(Record(item))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PagingFault.program(page: page, field, error)
        }
        guard let token = value.flatMap({ PageToken($0) }), !token.text.isEmpty else {
            throw PagingFault.noKey(page: page, place: place, found: value?.kind.phrase ?? "nothing")
        }
        guard token.text.utf8.count <= PageToken.maxBytes else { throw PagingFault.tooLong(page: page, place: place) }
        // A request without a value would ask for the first page again.
        if parameter.isWithoutValue(token) { throw PagingFault.noKey(page: page, place: place, found: "an object without values") }
        return token
    }
}

/// The reason why a walk ended well.
enum WalkEnd: Sendable, Equatable {
    /// The server names no further page.
    case last
    /// A response rule ended the walk, and the response does not count.
    case rule
    /// The walk ended with its first page. The sign says how the response names more; nil if it does not.
    case single(more: MorePagesSign?)
    /// The walk ended after its first page, and the last page perhaps says that there is more.
    case early(page: Int, items: Int, sign: MorePagesSign)
    /// The walk ended at an empty page that the server counts.
    case emptyCounted(total: Int, unit: PageCounter.Unit, page: Int)
    /// A response rule ended the walk before the total of the server was reached.
    case ruleBefore(total: Int, unit: PageCounter.Unit, page: Int, option: String)
    /// All of the list was read, and there are fewer items than the server counts.
    case fewer(items: Int, total: Int)
    /// A page held the same items as the page before.
    case sameItems(page: Int)
    /// A page named a page that was named before, and `on_repeat` takes that for the end.
    case namedAgain(page: Int)

    /// Whether the walk has read the whole list, as far as the server says.
    var isComplete: Bool {
        switch self {
        // A weak sign may mean something else. It must not prevent each run from storing a new state.
        case .last, .rule, .single(more: nil), .early, .sameItems, .namedAgain: true
        case .single, .emptyCounted, .ruleBefore, .fewer: false
        }
    }

    /// Whether items may be missing, so that even a quiet run warns. Many servers answer beyond the end with the last page again.
    var mayMissItems: Bool {
        switch self {
        case .last, .rule, .single(more: nil), .namedAgain: false
        case .sameItems(let page): page == 2
        case .single, .early, .emptyCounted, .ruleBefore, .fewer: true
        }
    }

    /// A warning, if the walk perhaps ended early.
    var warning: String? {
        switch self {
        case .last, .rule, .single(more: nil): nil
        case .single(let sign?): "there is more than this one page: \(sign.phrase); \(sign.remedy?.words ?? "\"paging\" says how to go on")"
        case .early(let page, let items, let sign):
            "page \(page) is the last one by \"paging\", and \(items.counted("item")) came, but \(sign.phrase); items may be missing"
        case .emptyCounted(let total, let unit, let page):
            "page \(page) is empty, but the server counts \(unit.counted(total)); items may be missing"
                + (unit == .page && page == total ? " (\"start\": 0 asks for a page 0)" : "")
        case .ruleBefore(let total, let unit, let page, let option):
            "\(option) ended the list before page \(page), but the server counts \(unit.counted(total)); items may be missing"
        case .fewer(let items, let total): "the server counts \(total) items, but \(items) came; items may be missing"
        case .sameItems(let page):
            "page \(page) holds the same items as page \(page - 1); the walk ended there"
                + (page == 2 ? "; if there are more, the server does not know the parameter of \"send_as\"" : "")
        case .namedAgain(let page): "page \(page) names a page that was read before; the walk ended there"
        }
    }
}
