internal import HTTP

// Lists whose pages or items the requests count.
extension PageWalk {
    /// Decides what follows from a page of a counted list.
    ///
    /// - Throws: ``PagingFault``.
    mutating func readNumbered(_ page: PageFacts, _ paging: NumberedPaging) throws -> PageOutcome {
        if page.repeatsPageBefore { return try endOfRepetition(page, paging.unit) }
        // The content of a page that a rule passes over is not that of the list.
        let total = try page.skippedBy == nil ? paging.total?.count(in: page) : nil
        guard let step = numbers?.read(count: page.skippedBy == nil ? page.itemCount : nil, total: total), let numbers else {
            return .end(.last)
        }
        switch step {
        case .more, .moreElsewhere:
            // A response without a body is the end, unless the server counts more.
            if page.content == nil, page.meaning == .content, numbers.total == nil { return .end(.last) }
            return step == .more ? .more : .moreElsewhere
        case .uncounted: throw PagingFault.skippedUncounted(page: page.number, rule: page.skippedBy ?? 0)
        case .emptyBefore(let total):
            throw PagingFault.emptyBefore(total: total, unit: paging.unit, page: page.number, items: numbers.totals.items)
        case .emptyCounted(let total): return .end(.emptyCounted(total: total, unit: paging.unit, page: page.number))
        case .end:
            let items = numbers.totals.items
            if let expected = numbers.expectedItems, items < expected { return .end(.fewer(items: items, total: expected)) }
            if page.itemCount == 0, paging.stopsOnEmpty == true { return .end(.last) }
            let reading = numbers.total == nil ? nil : paging.total
            let end = reading.map { "is the last one by the total at \($0.shown)" } ?? "is empty"
            return try last(page, end, reading: reading.map { [$0] } ?? [])
        }
    }

    /// The end of a walk by a rule.
    func endByRule(_ page: PageFacts) -> PageEnd {
        guard let numbers, case .numbered(let paging) = paging.kind, numbers.isBeforeTotal, let total = numbers.total else { return .rule }
        return .ruleBefore(total: total, unit: paging.unit, page: page.number, option: page.endedBy ?? "\"responses\"")
    }

    /// What follows from a page of a counted list that holds the items of the page before.
    ///
    /// - Throws: ``PagingFault`` if the server counts that page as one of its own.
    private func endOfRepetition(_ page: PageFacts, _ unit: NumberedPages.Unit) throws -> PageOutcome {
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
}
