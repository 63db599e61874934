internal import HTTP
internal import Pipeline

extension HTTPSource {
    /// Asks for the first page, and estimates the number of pages from what it says.
    ///
    /// - Parameter limit: The largest number of records that the run reads; nil for all.
    /// - Throws: ``PipelineFailure``, also for a page that does not fit the paging.
    package func estimate(limit: Int?) async throws -> PageEstimate {
        let client = client(settings)
        return try await estimate(limit: limit, now: client.network.clock.wallTime()) { try await client.fetch($0, label: $1) }
    }

    /// Estimates the number of pages.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - fetch: Fetches a complete response; the second parameter is the request in messages.
    func estimate(
        limit: Int?, now: Double, fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws -> PageEstimate {
        var walk = try walk(for: try incremental?.start())
        guard let request = walk.request() else { throw PipelineFailure(.internalError, "a walk without a first page") }
        let page = try await fetcher(fetch).page(request)
        let facts = page.facts(repeatsPageBefore: false)
        let outcome = try walk.read(facts)
        if case .failed(let fault) = outcome { throw PipelineFailure(fault.kind, "\(shown): \(fault)") }
        let wanted = [limit, maxItems].compactMap(\.self).min()
        var total = Self.total(outcome, walk, facts)
        if let wanted, facts.itemCount > 0, let pages = total?.pages, Self.pages(of: wanted, facts) < pages {
            total = (max(1, Self.pages(of: wanted, facts)), "the limit of \(wanted.counted("item"))")
        }
        return PageEstimate(
            shown: shown, items: facts.itemCount, pages: total?.pages, origin: total?.origin,
            requestsPerMinute: settings.rate.requestsPerMinute, window: RateWindow(page.head.headers) { now })
    }

    /// The number of pages, and where it comes from.
    private static func total(_ outcome: PageOutcome, _ walk: PageWalk, _ page: PageFacts) -> (pages: Int, origin: String?)? {
        if case .end = outcome { return (1, nil) }
        if let numbers = walk.numbers, let total = numbers.total {
            switch numbers.totals.unit {
            case .page: return (total, "the total of the paging")
            case .item where page.itemCount > 0: return (pages(of: total, page), "the total of the paging, \(total.counted("item"))")
            case .item: break
            }
        }
        if let last = walk.lastPageNamed { return (last, "the header Link, which names the last one") }
        let signs = PageSigns.signs(head: page.head, page: page.content, around: walk.place, itemCount: page.itemCount)
        if let sign = signs.first(where: { $0.kind == .pageCount }), let count = sign.count { return (count, sign.source) }
        guard page.itemCount > 0, let sign = signs.first(where: { $0.kind == .total }), let count = sign.count else { return nil }
        return (pages(of: count, page), "\(sign.source), \(count.counted("item"))")
    }

    /// The number of pages for a number of items, if all are as long as the first one.
    private static func pages(of items: Int, _ page: PageFacts) -> Int {
        let length = max(1, page.itemCount)
        return items / length + (items % length == 0 ? 0 : 1)
    }
}
