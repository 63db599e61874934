/// Counts the pages of a list that numbers its pages or its items. With a known total, it gives out numbers ahead of the pages.
struct NumberedPages: Sendable {
    /// The thing that the numbers count.
    enum Unit: Sendable, Equatable {
        case page, item

        /// A number of them, such as `9 pages`.
        func counted(_ count: Int) -> String {
            switch self {
            case .page: "\(count) page\(count == 1 ? "" : "s")"
            case .item: "\(count) item\(count == 1 ? "" : "s")"
            }
        }
    }

    /// What follows from a page.
    enum Step: Equatable {
        case more
        /// The numbers given out ahead are wrong, because the page was shorter or longer than those before.
        case moreElsewhere
        case end
        /// The page is empty, and the total is not reached.
        case emptyBefore(total: Int)
    }

    private let unit: Unit
    private let start: Int
    private let size: Int?
    private let stopsOnEmpty: Bool
    /// The number of all pages or items; nil while the server has not said it.
    private(set) var total: Int?
    /// The distance from one number to the next; nil before the first page of a list that counts items.
    private var distance: Int?
    /// The number to give out next.
    private var planned: Int
    /// The numbers that were given out and whose pages were not read, in order.
    private var ahead: [Int] = []

    init(_ paging: NumberedPaging) {
        unit = paging.unit
        start = paging.start
        size = paging.size
        stopsOnEmpty = paging.stopsOnEmpty
        distance = paging.unit == .page ? 1 : nil
        planned = paging.start
    }

    /// The number behind the last page or item; nil if the total is unknown. Items count from 0, or from 1 if the first request says so.
    private var end: Int? {
        total.map { total in
            guard unit == .page || start <= 1 else { return total }
            let (end, overflow) = start.addingReportingOverflow(total)
            return overflow ? .max : end
        }
    }

    /// Whether the server counts more pages or items than were read.
    var isBeforeTotal: Bool {
        guard let end, let next = ahead.first else { return false }
        return next < end
    }

    /// Gives out the number for the next request; nil if that depends on a page that was not read yet.
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
    ///   - count: The number of its items.
    ///   - newTotal: The total that its response says; nil if it says none.
    mutating func read(count: Int, total newTotal: Int?) -> Step {
        guard !ahead.isEmpty else { return .end }
        let number = ahead.removeFirst()
        // Some servers say 0 for an unknown total.
        if let newTotal, newTotal > 0 || count == 0 { total = newTotal }
        let next: Int
        if unit == .page {
            next = number.addingReportingOverflow(1).partialValue
        } else if count > 0 {
            distance = count
            next = number.addingReportingOverflow(count).partialValue
        } else {
            next = number.addingReportingOverflow(size ?? distance ?? 0).partialValue
        }
        if count == 0, stopsOnEmpty {
            // The only page of an empty list is often counted.
            if let end, let total, number + (unit == .page ? 1 : 0) < end { return .emptyBefore(total: total) }
            return .end
        }
        if next <= number { return .end }
        if let end, next >= end { return .end }
        if let first = ahead.first, first != next {
            ahead = []
            planned = next
            return .moreElsewhere
        }
        if ahead.isEmpty { planned = next }
        return .more
    }
}
