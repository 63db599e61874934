internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import SourcesLocal
internal import WebAddresses

/// One walk through the pages of a list. A value, made anew for each walk: it says which page to request, and what follows from a page.
///
///     while let next = walk.request() {
///         let page = …                      // fetch next.request
///         switch try walk.read(page) { … }
///     }
///
/// Where the server counts its pages, several requests can be made before the first of their pages is read.
struct PageWalk: Sendable {
    /// The next request of a walk whose pages name one another.
    enum NextRequest {
        case first
        case address(WebAddress)
        case token(PageToken)
    }

    /// The limit of pages, unless the pipeline file names one.
    static let defaultMaxPages = 1000

    let paging: Paging
    let template: RequestTemplate
    /// Where pages hold their items.
    let place: ResponseContentPath
    private let maxPages: Int
    /// Whether the source may send requests to an origin other than that of its URL.
    let isAllowed: @Sendable (WebOrigin) -> Bool

    /// Counts the pages of `page` and `offset`; nil for the other kinds.
    var numbers: PageCounter?
    /// The next page, for the other kinds; nil until the page before is read.
    var upcoming: NextRequest? = .first
    /// The URLs and tokens that were named, with the number of the page that named them; 0 for the first request.
    var named: [Fingerprint: Int] = [:]
    /// The number of pages requested.
    private var requested = 0
    /// The number of pages read.
    private(set) var read = 0
    /// The number of items of the longest page so far.
    var longestPage = 0
    /// The number of items so far, with those that came twice.
    private(set) var itemCount = 0
    /// Whether ``itemCount`` is the number of items from the beginning of the list: no page was skipped.
    private(set) var countsAllItems = true
    /// The number of the last page, as the server counts pages; nil while no response names it.
    private(set) var lastPageNamed: Int?
    /// The number of pages that were read and not skipped.
    private var contentPages = 0
    /// Whether no page is left to request or to read.
    private(set) var isFinished = false

    /// - Parameters:
    ///   - paging: The way from page to page.
    ///   - template: The first request.
    ///   - place: Where pages hold their items.
    ///   - maxPages: The limit of pages; exceeding it is an error.
    ///   - isAllowed: Whether a next URL may lead to an origin other than that of the page that names it.
    init(
        _ paging: Paging, from template: RequestTemplate, around place: ResponseContentPath = .whole, maxPages: Int = defaultMaxPages,
        isAllowed: @escaping @Sendable (WebOrigin) -> Bool = { _ in false }
    ) {
        self.paging = paging
        self.template = template
        self.place = place
        self.maxPages = maxPages
        self.isAllowed = isAllowed
        if case .numbered(let numbered) = paging.kind {
            numbers = PageCounter(numbered)
            countsAllItems = numbered.start <= 1
        }
        named[Fingerprint(template.first.address.text)] = 0
    }

    /// The warnings about the list as a whole, as far as it was read.
    var warnings: [String] {
        var warnings = numbers?.totals.warnings ?? []
        if longestPage == 0, contentPages > 1 {
            warnings.append("none of \(contentPages) pages holds an item; \"items\" may name the wrong place")
        }
        return warnings
    }

    /// Ends the walk, because no more items are wanted.
    mutating func stop() { isFinished = true }

    /// Returns the request for the next page; nil at the end, and as long as it depends on a page that was not read.
    mutating func request() -> PageRequest? {
        guard !isFinished, requested < maxPages, let request = nextRequest() else { return nil }
        requested += 1
        return PageRequest(number: requested, request: request)
    }

    private mutating func nextRequest() -> HTTPRequest? {
        if case .numbered(let paging) = paging.kind {
            guard let number = numbers?.next() else { return nil }
            var parameters = [(paging.sendAs, PageToken(number))]
            if let sizeAs = paging.sizeAs, let size = paging.size { parameters.append((sizeAs, PageToken(size))) }
            var request = template.request(sending: parameters)
            // A wrong URL has that status for the first page, too.
            if requested > 0 { request.notFound = paging.stopsOn404 ? .end : .perhapsEnd }
            return request
        }
        defer { upcoming = nil }
        switch upcoming {
        case nil: return nil
        case .first: return template.request(sending: size)
        case .address(let address): return template.request(to: address)
        case .token(let token): return template.request(sending: size + (tokenParameter.map { [($0, token)] } ?? []))
        }
    }

    /// Whether requests count pages or items. Such a server may repeat its last page without end. Others name the next page, and naming one
    /// again is a fault, so that their pages may be equal.
    var countsPages: Bool {
        if case .numbered = paging.kind { true } else { false }
    }

    /// Where a request carries the token of the page before.
    var tokenParameter: RequestParameter? {
        switch paging.kind {
        case .nextParameter(_, _, let sendAs), .cursor(_, let sendAs, _), .keyset(_, let sendAs, _, _): sendAs
        case .none, .linkHeader, .nextURL, .numbered: nil
        }
    }

    /// The size that each request of `keyset` carries.
    private var size: [(RequestParameter, PageToken)] {
        guard case .keyset(_, _, let sizeAs?, let size?) = paging.kind else { return [] }
        return [(sizeAs, PageToken(size))]
    }

    /// Takes the next page, in the order of the requests.
    ///
    /// - Throws: `CancellationError` if the run is stopped while a jq query runs.
    mutating func read(_ page: PageFacts) throws -> PageOutcome {
        read += 1
        if page.skippedBy == nil { itemCount += page.itemCount } else { countsAllItems = false }
        lastPageNamed = MorePagesFinder.lastPage(in: page.head) ?? lastPageNamed
        if page.content != nil, page.meaning == .content { contentPages += 1 }
        var outcome: PageOutcome
        do {
            outcome = try follow(page)
        } catch let fault as PagingFault {
            outcome = .failed(fault)
        }
        longestPage = max(longestPage, page.itemCount)
        if outcome == .moreElsewhere { requested = read }
        if read >= maxPages, outcome == .more || outcome == .moreElsewhere {
            outcome = .failed(
                page.skippedBy.map { PagingFault.skippedAtLimit(limit: maxPages, rule: $0) } ?? .tooManyPages(limit: maxPages))
        }
        switch outcome {
        case .end, .failed: isFinished = true
        case .more, .moreElsewhere: break
        }
        return outcome
    }
}

/// The request for a page of a walk.
struct PageRequest: Sendable {
    /// The number of the page in the walk, counted from 1.
    let number: Int
    let request: HTTPRequest
}

/// The facts about a page from which paging decides what to request next.
struct PageFacts: Sendable {
    /// The number of the page in the walk, counted from 1.
    var number: Int
    var head = ResponseHead(status: 200)
    /// The URL after redirects.
    var address: WebAddress
    /// Whether the response counts as content, is skipped, or ends the walk.
    var meaning = CompleteResponse.Meaning.content
    /// The parsed page; nil for a response without a body, and for a skipped one that is no JSON.
    var content: JSONValue?
    /// The number of items, with those that came before.
    var itemCount: Int
    /// The last item; nil if there is none.
    var lastItem: JSONValue?
    /// Whether the page holds nothing that was not on the page before.
    var repeatsPageBefore = false

    /// The number of the rule that skips the response, from 0; nil if none does.
    var skippedBy: Int? {
        if case .skip(let rule) = meaning { rule.number } else { nil }
    }

    /// The option with the rule that ends the list; nil if none does.
    var endedBy: String? {
        if case .end(let rule) = meaning { rule.option } else { nil }
    }

    /// The rule that skips the first page, or ends the list there, by the status alone; nil if none does. A wrong URL may have that status,
    /// too.
    var ruleBeforeList: RuleMatch? {
        switch meaning {
        case .skip(let rule) where number == 1 && rule.isByStatusAlone, .end(let rule) where number == 1 && rule.isByStatusAlone: rule
        default: nil
        }
    }
}

/// The decision after a page that was read.
enum PageOutcome: Sendable, Equatable {
    /// There is another page.
    case more
    /// There is another page, but none of those that were requested ahead.
    case moreElsewhere
    case end(WalkEnd)
    case failed(PagingFault)
}
