internal import HTTP
internal import Pipeline

/// The reason why a walk ended well.
enum PageEnd: Sendable, Equatable {
    /// The server names no further page.
    case last
    /// A response rule ended the walk, and the response does not count.
    case rule
    /// The walk ended with its first page. The sign says how the response names more; nil if it does not.
    case single(more: PageSign?)
    /// The walk ended behind its first page, and the last page perhaps says that there is more.
    case early(page: Int, items: Int, sign: PageSign)
    /// The walk ended at an empty page that the server counts.
    case emptyCounted(total: Int, unit: NumberedPages.Unit, page: Int)
    /// A response rule ended the walk before the total of the server was reached.
    case ruleBefore(total: Int, unit: NumberedPages.Unit, page: Int, option: String)
    /// All of the list was read, and there are fewer items than the server counts.
    case fewer(items: Int, total: Int)
    /// A page held the same items as the page before.
    case sameItems(page: Int)
    /// A page named a page that was named before, and `on_repeat` takes that for the end.
    case namedAgain(page: Int)

    /// Whether the walk has read the whole list, as far as the server says.
    var isComplete: Bool {
        switch self {
        // A weak sign may mean something else, and must not keep the state for ever.
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
