internal import HTTP
internal import HTTPReading
package import Pipeline

extension HTTPSource {
    /// Asks for the first page, and estimates the number of pages from what it says.
    ///
    /// - Parameter limit: The largest number of records that the run reads; nil for all.
    /// - Throws: ``PipelineFailure``, also for a page that does not fit the paging.
    package func estimate(limit: Int?, in context: RunContext) async throws -> PageEstimate {
        let fetch = ListClients(context).fetcher(of: lists[0])
        return try await estimate(limit: limit, now: context.network.clock.wallTime(), secrets: context.secrets, fetch: fetch)
    }

    /// Estimates the number of pages of the first list, and says how many others there are.
    func estimate(limit: Int?, now: Double, secrets: LearnedSecrets, fetch: @escaping ResponseFetcher) async throws -> PageEstimate {
        var estimate = try await lists[0].estimate(limit: limit, now: now, secrets: secrets, fetch: fetch)
        estimate.otherParts = lists.count - 1
        return estimate
    }
}

extension HTTPList {

    /// Estimates the number of pages.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - secrets: The secrets that messages must not contain.
    ///   - fetch: Fetches a complete response; the second parameter is the request in messages.
    func estimate(
        limit: Int?, now: Double, secrets: LearnedSecrets, fetch: @escaping ResponseFetcher
    ) async throws -> PageEstimate {
        var walk = try walk(for: try incremental?.start(now: now))
        guard let request = walk.request() else { throw PipelineFailure(.internalError, "a walk without a first page") }
        let page = try await fetcher(fetch, secrets).page(request)
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
        let signs = MorePagesFinder.signs(head: page.head, page: page.content, around: walk.place, itemCount: page.itemCount)
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

/// The size of a list with pages, as far as its first page tells it.
package struct PageEstimate: Sendable {
    /// The source in messages.
    let shown: String
    /// The number of items on the first page.
    let items: Int
    /// The number of pages to read; nil if the first page does not tell it.
    let pages: Int?
    /// Where the number of pages comes from, such as `the header X-WP-TotalPages`; nil if it is unknown.
    let origin: String?
    /// The limit of requests in a minute that the pipeline file sets; nil for none.
    let requestsPerMinute: Double?
    /// The rate limit in the headers of the response; nil without one.
    let window: RateWindow?
    /// The number of parts of `for_each` beside the one of the estimate.
    var otherParts = 0

    /// The estimate in sentences.
    package var lines: [String] {
        firstLines + (otherParts > 0 ? ["\(otherParts.counted("further part")), each with pages of its own"] : [])
    }

    private var firstLines: [String] {
        let first = "\(shown): \(items.counted("item")) on the first page"
        guard let pages else { return ["\(first); the number of pages is unknown"] }
        return ["\(first), \(pages.counted("page"))" + (origin.map { ", by \($0)" } ?? "")] + [time].compactMap(\.self)
    }

    /// The time of a run in a sentence; nil if no rate is known.
    private var time: String? {
        guard let pages, pages > 1 else { return nil }
        if let requestsPerMinute {
            let seconds = Double(pages - 1) * 60 / requestsPerMinute
            return "\(pages.counted("request")) at \(SecondsText.exact(requestsPerMinute)) a minute: at least \(Self.duration(seconds))"
        }
        guard let remaining = window?.remaining, let reset = window?.reset else { return nil }
        let limit = "the server takes \(remaining.counted("more request")) in the next \(Self.duration(reset))"
        return pages - 1 <= remaining ? "\(limit), which is enough" : "\(limit): a run takes longer than that"
    }

    /// A duration in words. It has a limit, because a server may name any number.
    private static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(max(0, seconds).rounded(.up))) s"
        case ..<7200: "\(Int((seconds / 60).rounded(.up))) min"
        case ..<longestSeconds: "\(Int((seconds / 3600).rounded(.up))) h"
        default: "100 years"
        }
    }

    /// 100 years, in seconds.
    private static let longestSeconds = 100.0 * 365 * 86_400
}
