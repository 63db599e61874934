/// The totals that the responses of a walk say, and whether they agree with each other and with the items that came.
struct PageTotals: Sendable, Equatable {
    let unit: NumberedPages.Unit
    /// The last total; nil while the server has not said one.
    private(set) var last: Int?
    /// The first total.
    private var first: Int?
    /// The last total that was not the first one.
    private var other: Int?
    /// The number of items so far, with those that came twice.
    private(set) var items = 0
    /// Whether the server said 0 though items came.
    private var saidNone = false
    /// Whether a total was smaller than the one before: items were removed, and others may have moved to a page that was read before. Or
    /// the total counts the items that are left.
    private(set) var hasShrunk = false

    init(unit: NumberedPages.Unit) {
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
