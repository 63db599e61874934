internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// A list of a web API that the source `http` reads: its requests, its pages and its items. A source with `for_each` has one for each part.
struct HTTPList: Sendable {
    /// The part of the source; nil for a source without `for_each`.
    let part: ListPart?
    let template: RequestTemplate
    /// The URL without secrets and the part, in messages and origins.
    let shown: String
    private let isSecret: Bool
    private let items: RecordQuery
    private let id: RecordQuery?
    private let paging: Paging
    private let maxPages: Int
    let maxItems: Int?
    let settings: ClientSettings
    /// The options `incremental` and `state`; nil without them.
    var incremental: IncrementalList?

    /// Reads the options of a list.
    ///
    /// - Parameters:
    ///   - options: The options of the source. The variable `$part` has the value of the part.
    ///   - part: The part; nil for a source without `for_each`.
    init(_ options: inout OptionReader, part: ListPart?) {
        self.part = part
        let request = RequestOptions(&options)
        shown = request.url.shown.printable + (part.map { ", part \($0.shown)" } ?? "")
        isSecret = request.url.isSecret
        items = options.read(
            "items", .query,
            help: "A jq program that names the items of a page, such as .items[], or .[] for a page that is an array. "
                + "The plain path that it begins with must exist on each page.")
        id = options.readIfPresent(
            "id", .query,
            help: "The id of an item, such as .id. An item whose id was on an earlier page is dropped, because lists shift while they are "
                + "read.")
        paging = Paging.read(&options)
        var settings = ClientSettings.read(&options, url: request.url, isStreamed: false)
        let limits = options.readIfPresent(
            "limits",
            .object { limits in
                let pages = limits.read(
                    "max_pages", .integer(1...Int(Int32.max)), default: PageWalk.defaultMaxPages,
                    help: "The number of pages; more are an error. Each part of for_each has its own.")
                let items = limits.readIfPresent(
                    "max_items", .integer(1...Int.max),
                    help: "The number of items after which the reading ends well. Each part of for_each has its own.")
                settings.readLimits(&limits)
                return (pages: pages, items: items)
            }, help: "What a run may take.")
        maxPages = limits?.pages ?? PageWalk.defaultMaxPages
        maxItems = limits?.items
        settings.secretHeaders += request.secretQuery
        settings.headerNames = paging.headerNames
        settings.secretTexts += request.secretTexts + (part?.value.secretTexts ?? [])
        template = request.template(settings)
        let idSource = id?.source
        incremental = IncrementalList.read(&options, part: part?.name) { request.listIdentity(cursor: $0, id: idSource) }
        if let incremental {
            settings.secretTexts += incremental.settings.secretTexts
            Self.checkParameter(of: incremental.settings, paging, template, &options)
        }
        self.settings = settings
        if paging.endsAtEmptyPage, items.leadingPath == nil {
            options.warn(
                "this program does not begin with the plain path of the list, such as .items[]; a page of which it drops all items "
                    + "ends the reading", option: "items")
        }
        if let problem = template.problem(carrying: paging.parameters) { options.report(problem, option: "paging") }
    }

    /// Reports a `send_as` of `incremental` that names a place which requests lack, or which carries another value already.
    private static func checkParameter(
        of incremental: IncrementalSettings, _ paging: Paging, _ template: RequestTemplate, _ options: inout OptionReader
    ) {
        guard let sendAs = incremental.sendAs else { return }
        if let problem = template.problem(carrying: [sendAs]) {
            options.report(problem, option: "incremental")
        } else if paging.parameters.contains(sendAs) {
            options.report("\"paging\" sends \(sendAs.phrase), too", option: "incremental")
        } else if case .query(let name) = sendAs, template.first.address.queryValue(name) != nil {
            options.report(
                "the first request has \(sendAs.phrase), too; \"from\" is the start of the first run", option: "incremental")
        }
    }

    /// Sentences about the list for `explain`.
    var explanation: [String] {
        var sentences = ["first request: \(template.first.method) \(template.first.shown)", paging.explanation]
        if let incremental {
            let state = part == nil ? incremental.phrase : "each part has a state of its own"
            sentences.append("incremental by \(incremental.settings.shownCursor): \(state)")
        }
        return sentences
    }

    /// The origins that get the credentials.
    var scope: CredentialScope { CredentialScope(home: template.first.address.origin, allowed: paging.allowedHosts) }

    /// Fetches the first page.
    ///
    /// - Parameters:
    ///   - context: The context of the command, with its network and secrets.
    ///   - fetch: Fetches a complete response; the second parameter is the request in messages.
    /// - Returns: A sentence with the status, the number of items, and the warning that a run which ends after this page would give.
    /// - Throws: ``PipelineFailure``, also for a page that does not fit the paging.
    func check(in context: RunContext, fetch: @escaping ResponseFetcher) async throws -> String? {
        let reading = try incremental?.start(now: context.network.clock.wallTime())
        var walk = try walk(for: reading)
        guard let first = walk.request() else { return nil }
        let page = try await fetcher(fetch, context.secrets).page(first)
        let found =
            switch page.meaning {
            case .content: "\(page.content.items.count.counted("item")) on the first page"
            case .empty: "an empty list, by \"responses\""
            case .skip: "skipped by \"responses\""
            case .end: "no page, by \"responses\""
            }
        let start = try reading.map { ", incremental: \(try $0.explanation())" } ?? ""
        let cursors = try reading.map { try warnings(about: page, in: $0) } ?? ""
        switch try walk.read(page.facts(repeatsPageBefore: false)) {
        case .failed(let fault): throw PipelineFailure(fault.kind, "\(shown): \(fault)")
        case .end(let end): return "\(shown): \(page.head.status), \(found)\(start)" + (end.warning.map { "; \($0)" } ?? "") + cursors
        case .more, .moreElsewhere: return "\(shown): \(page.head.status), \(found)\(start)" + cursors
        }
    }

    /// The warnings about the cursors of the first page, as the end of a sentence.
    private func warnings(about page: FetchedPage, in reading: IncrementalReading) throws -> String {
        guard page.meaning == .content else { return "" }
        var reading = reading
        let isNew = Array(repeating: true, count: page.content.items.count)
        _ = try reading.choose(page.content.marks, isNew: isNew, page: "\(shown): page 1")
        return try reading.finish().map { "; \($0.text)" }.joined()
    }

    /// Reads the pages.
    ///
    /// - Parameters:
    ///   - output: Receives the items.
    ///   - stored: The states of the last run; nil without them, and for a run that is not incremental.
    ///   - counts: Receives the counts of the pages, also before an error.
    ///   - show: Receives the progress after each page.
    ///   - fetch: Fetches a complete response; the second parameter is the request in messages.
    func read(
        into output: inout RecordWriter, after stored: StoredStates?, counts: inout WalkCounts, show: (WalkCounts) -> Void,
        fetch: @escaping ResponseFetcher
    ) async throws {
        let (clock, secrets) = (output.context.network.clock, output.context.secrets)
        let start = try incremental?.begin(after: stored, now: clock.wallTime())
        var reading = PagedReading(
            try walk(for: start), fetcher: fetcher(fetch, secrets), concurrency: settings.rate.maxConcurrent, maxItems: maxItems,
            incremental: start)
        defer { counts = reading.counts }
        do {
            try await reading.run(into: &output, show: show)
        } catch {
            if error is ReadingStopped { leave(because: "the run did not take all records") }
            throw error
        }
        for warning in try reading.finishIncremental() { output.warn(warning.text, of: shown, mayMissRecords: warning.mayMissRecords) }
        if let obstacle = reading.obstacle {
            leave(because: obstacle)
        } else if let incremental, let state = try reading.incremental?.state() {
            try incremental.checkNextStart(after: state, now: clock.wallTime())
            incremental.output.set(state, of: incremental.list)
        }
    }

    /// Keeps the old state of the list.
    ///
    /// - Parameter hasSent: Whether items of the list were sent.
    func leave(because reason: String, hasSent: Bool = true) {
        if let incremental { incremental.output.leave(incremental.list, because: reason, hasSent: hasSent) }
    }

    /// A walk through the pages.
    ///
    /// - Parameter incremental: Where an incremental run starts; nil for another run.
    func walk(for incremental: IncrementalReading?) throws -> PageWalk {
        var template = template
        if let (place, value) = try incremental?.parameter() { template.set(place, to: value) }
        let scope = scope
        return PageWalk(paging, from: template, around: ResponseContentPath(of: items), maxPages: maxPages, isAllowed: { scope.allows($0) })
    }

    func fetcher(_ fetch: @escaping ResponseFetcher, _ secrets: LearnedSecrets) -> PageFetcher {
        let reader = PageReader(
            items: items, id: id, cursor: incremental?.settings.itemCursor, limits: JSONLimits(maxValueBytes: settings.maxResponseBytes),
            secrets: secrets)
        return PageFetcher(fetch: fetch, reader: reader, shown: shown, part: part?.shown, isSecret: isSecret)
    }
}
