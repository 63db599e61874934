internal import Pipeline

/// Counts the pages of a list that numbers its pages or its items. With a known total, it plans requests before earlier pages are read.
struct PageCounter: Sendable {
    /// What the numbers in requests count: pages, or items (an offset).
    enum Unit: Sendable, Equatable {
        case page, item

        /// A number with the unit, such as `9 pages`.
        func counted(_ count: Int) -> String {
            switch self {
            case .page: count.counted("page")
            case .item: count.counted("item")
            }
        }
    }

    /// The decision after a page: read on, stop, or report an inconsistent page.
    enum Decision: Equatable {
        case more
        /// The numbers of requests that were sent ahead are wrong, because the page was shorter or longer than those before.
        case moreElsewhere
        case end
        /// The page is empty, and the total is not reached.
        case emptyBefore(total: Int)
        /// The page is empty although the server counts it. It ends the walk.
        case emptyCounted(total: Int)
        /// The page has an unknown number of items, and so the next offset is unknown.
        case uncounted
        /// The page is empty and the next offset is unknown, although the server says that there is more.
        case emptyBeforeMore
    }

    private let unit: Unit
    private let start: Int
    private let size: Int?
    private let stopsOnEmpty: Bool?
    private(set) var totals: PageTotals
    /// The difference between the numbers of two pages; nil before the first page of a list that counts items.
    private var distance: Int?
    /// The number of items of the longest page so far.
    private var longest = 0
    /// The number of the next request.
    private var planned: Int
    /// The numbers of requests whose pages were not read yet, in order.
    private var ahead: [Int] = []

    init(_ paging: NumberedPaging) {
        unit = paging.unit
        start = paging.start
        size = paging.size
        stopsOnEmpty = paging.stopsOnEmpty
        totals = PageTotals(unit: paging.unit)
        distance = paging.unit == .page ? 1 : nil
        planned = paging.start
    }

    /// The number of all pages or items; nil while the server has not said it.
    var total: Int? { totals.last }

    /// The number after that of the last page or item; nil if the total is unknown. A walk may begin in the middle: pages count from 1 and
    /// items from 0, unless the first request says 0 or 1.
    private var end: Int? {
        total.map { total in
            let base = start <= 1 ? start : unit == .page ? 1 : 0
            let (end, overflow) = base.addingReportingOverflow(total)
            return overflow ? .max : end
        }
    }

    /// Whether the server counts more pages or items than were read.
    var isBeforeTotal: Bool {
        guard let end, let next = ahead.first else { return false }
        return next < end
    }

    /// The number of items that the server counts from the first request on; nil if it counts no items.
    var expectedItems: Int? { unit == .item ? end.map { $0 - start } : nil }

    /// Returns the number for the next request; nil if it depends on a page that was not read yet.
    mutating func next() -> Int? {
        if !ahead.isEmpty {
            guard let end, let distance, distance > 0, planned < end else { return nil }
        }
        ahead.append(planned)
        let number = planned
        if let distance { planned += distance }
        return number
    }

    /// Takes the next page, in order.
    ///
    /// - Parameters:
    ///   - count: The number of its items; nil for a page that a rule skips.
    ///   - newTotal: The total that its response says; nil if it says none.
    ///   - hasMore: Whether its response says that there is more.
    mutating func read(count: Int?, total newTotal: Int?, hasMore: Bool = false) -> Decision {
        guard !ahead.isEmpty else { return .end }
        let number = ahead.removeFirst()
        totals.read(newTotal, items: count ?? 0)
        longest = max(longest, count ?? 0)
        if unit == .item, let count, count > 0 { distance = count }
        let next = number.addingReportingOverflow(step(behind: count ?? 0)).partialValue
        if count == 0, stopsOnEmpty ?? !hasMore {
            guard let end, let total, number < end else { return .end }
            if stopsOnEmpty == nil, number + (unit == .page ? 1 : 0) < end { return .emptyBefore(total: total) }
            // The only page of an empty list is often counted.
            return number == start && total <= 1 ? .end : .emptyCounted(total: total)
        }
        // Once a total has shrunk, only a short page is certainly the last one.
        let isPerhapsLonger = totals.hasShrunk && (count ?? 0) >= max(1, longest)
        if let end, next >= end, !isPerhapsLonger, !hasMore { return .end }
        if next <= number, count != nil, hasMore { return .emptyBeforeMore }
        if next <= number { return count == nil ? .uncounted : total.map(Decision.emptyBefore(total:)) ?? .end }
        if let first = ahead.first, first != next {
            ahead = []
            planned = next
            return .moreElsewhere
        }
        if ahead.isEmpty { planned = next }
        return .more
    }

    /// Returns the difference between the number of a page and that of the next one.
    ///
    /// - Parameter count: The number of items on the page.
    private func step(behind count: Int) -> Int {
        if unit == .page { return 1 }
        if count > 0 { return count }
        // Servers may give fewer items than the page size of the request. A longer step could skip some.
        return longest > 0 ? min(longest, size ?? longest) : size ?? 0
    }
}

/// The options of `page` and `offset`, whose requests count pages or items.
struct NumberedPaging: Sendable {
    let unit: PageCounter.Unit
    /// The number that the first request sends.
    var start: Int
    /// Where a request carries the number.
    var sendAs: RequestParameter
    /// Where a request carries the size; nil if it carries none.
    var sizeAs: RequestParameter?
    /// The page size that requests send; nil leaves it to the server.
    var size: Int?
    /// The number of all pages (for `page`) or items (for `offset`), as the server counts them; nil if it does not.
    var total: PageValue?
    /// Whether an empty page ends the walk. nil: it does where no total is known; before a known total it is an error.
    var stopsOnEmpty: Bool?
    /// Whether the status 404 means that the page is after the last one.
    var stopsOn404 = false
}

/// The totals that the responses of a walk state, and whether they agree with each other and with the items that came.
struct PageTotals: Sendable, Equatable {
    let unit: PageCounter.Unit
    /// The last total; nil while the server has not said one.
    private(set) var last: Int?
    /// The first total; nil while the server has not said one.
    private var first: Int?
    /// The last total that differs from the first one.
    private var other: Int?
    /// The number of items so far, with those that came twice.
    private(set) var items = 0
    /// Whether the server said 0 though items came.
    private var saidNone = false
    /// Whether a total was smaller than the one before: items were removed, and others may have moved to a page that was read before. Or
    /// the total counts the items that are left.
    private(set) var hasShrunk = false

    init(unit: PageCounter.Unit) {
        self.unit = unit
    }

    /// Takes the total of the next page.
    ///
    /// - Parameters:
    ///   - total: The total that its response says; nil if it says none.
    ///   - items: The number of its items.
    mutating func read(_ total: Int?, items: Int) {
        self.items += items
        guard let total else { return }
        // Some servers say 0 for an unknown total, and in a response that failed.
        if total == 0, self.items > 0 {
            saidNone = true
            return
        }
        if let last, total < last { hasShrunk = true }
        if first == nil { first = total }
        if total != first { other = total }
        last = total
    }

    /// The warnings about totals that do not agree.
    var warnings: [String] {
        var warnings: [String] = []
        if let first, let other {
            warnings.append(
                "the server counted \(unit.counted(first)) at first and \(other) later: the list changed while it was read; items may be "
                    + "missing")
        }
        if saidNone { warnings.append("the server counts 0 \(unit == .page ? "pages" : "items"), but items came; some may be missing") }
        return warnings
    }
}
