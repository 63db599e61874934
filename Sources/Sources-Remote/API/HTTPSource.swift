internal import JSONParsing
package import Pipeline
internal import Synchronization

/// The source `http`: reads the items of a web API, page by page.
package struct HTTPSource: Source {
    package static let name = "http"
    package static let summary = "Reads the items of a web API in JSON, page by page."
    package static let example: String? =
        #"{ "type": "http", "url": "https://api.example.com/items", "items": ".items[]", "id": ".id", "#
        + #""paging": { "type": "cursor", "at": ".next_cursor" } }"#

    /// The sentences about the last run. A class, because the run writes them and the summary reads them.
    private final class Summary: Sendable {
        let notes = Mutex<[String]>([])
    }

    private let template: RequestTemplate
    /// The URL without secrets, in messages and origins.
    private let shown: String
    private let items: RecordQuery
    private let id: RecordQuery?
    private let paging: Paging
    private let maxPages: Int
    private let maxItems: Int?
    private let settings: ClientSettings
    private let summary = Summary()

    package init(options: inout OptionReader) {
        let request = RequestOptions(&options)
        shown = request.url.shown.printable
        items = options.query(
            "items",
            help: "A jq program that names the items of a page, such as .items[], or .[] for a page that is an array. "
                + "The plain path that it begins with must exist on each page.")
        id = options.optionalQuery(
            "id",
            help: "The id of an item, such as .id. An item whose id was on an earlier page is dropped, because lists shift while they are "
                + "read.")
        paging = Paging.read(&options)
        var settings = ClientSettings.read(&options, url: request.url, isStreamed: false)
        let limits = options.optionalGroup("limits", help: "What a run may take.") { limits in
            let pages = limits.integer(
                "max_pages", in: 1...Int(Int32.max), default: PageWalk.defaultMaxPages,
                help: "The number of pages; more are an error.")
            let items = limits.optionalInteger(
                "max_items", in: 1...Int.max, help: "The number of items after which the reading ends well.")
            settings.readLimits(&limits)
            return (pages: pages, items: items)
        }
        maxPages = limits?.pages ?? PageWalk.defaultMaxPages
        maxItems = limits?.items
        settings.secretHeaders += request.secretQuery
        settings.cache?.headerNames = paging.headerNames
        settings.secretTexts += request.secretTexts
        self.settings = settings
        template = request.template(settings)
        if paging.endsAtEmptyPage, items.leadingPath == nil {
            options.warn(
                "this program does not begin with the plain path of the list, such as .items[]; a page of which it drops all items "
                    + "ends the reading", option: "items")
        }
        if let problem = Self.problem(of: paging, in: template) { options.report(problem, option: "paging") }
    }

    /// The reason why requests cannot carry a value of the paging; nil if they can.
    private static func problem(of paging: Paging, in template: RequestTemplate) -> String? {
        for parameter in paging.parameters {
            switch (parameter, template.body) {
            case (.json, .form): return "\"json\" puts a value into a JSON body, but the body is a form"
            case (.form, .json): return "\"form\" puts a value into a form, but the body is JSON"
            case (.json, _) where template.first.method == "GET", (.form, _) where template.first.method == "GET":
                return "\(parameter.phrase) needs \"method\": \"POST\""
            default: break
            }
        }
        return nil
    }

    package var explanation: [String] {
        ["first request: \(template.first.method) \(template.first.shown)", paging.explanation]
    }

    package var notes: [String] { summary.notes.withLock { $0 } }

    package func check() async throws -> String? {
        let client = client(settings.forCheck)
        return try await check { try await client.fetch($0, label: $1) }
    }

    /// Fetches the first page.
    ///
    /// - Parameter fetch: As for ``run(into:network:fetch:)``.
    /// - Returns: The status and the number of items in words, with the warning of a run that ends there.
    /// - Throws: ``PipelineFailure``, also for a page that does not fit the paging.
    func check(fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse) async throws -> String? {
        var walk = walk
        guard let first = walk.request() else { return nil }
        let page = try await fetcher(fetch).page(first)
        let found =
            switch page.meaning {
            case .content: "\(page.content.items.count) item\(page.content.items.count == 1 ? "" : "s") on the first page"
            case .skip: "skipped by \"responses\""
            case .end: "no page, by \"responses\""
            }
        switch try walk.read(page.facts(repeatsPageBefore: false)) {
        case .failed(let fault): throw PipelineFailure(fault.kind, "\(shown): \(fault)")
        case .end(let end): return "\(shown): \(page.head.status), \(found)" + (end.warning.map { "; \($0)" } ?? "")
        case .more, .moreElsewhere: return "\(shown): \(page.head.status), \(found)"
        }
    }

    package func run(into output: inout RecordWriter) async throws {
        let client = client(settings)
        let before = client.network.counts.requests
        defer {
            // The summary of the run says how long it waited.
            let requests = client.network.counts.requests - before
            summary.notes.withLock { notes in
                let text = "\(requests) request\(requests == 1 ? "" : "s")"
                if notes.isEmpty { notes = [text] } else { notes[0] += ", \(text)" }
            }
            client.network.progress.show(nil)
        }
        try await run(into: &output, network: client.network) { try await client.fetch($0, label: $1) }
    }

    /// Reads the pages.
    ///
    /// - Parameters:
    ///   - network: Shows the progress.
    ///   - fetch: Fetches a complete response; the second parameter is the request in messages.
    func run(
        into output: inout RecordWriter, network: RunNetwork = .current,
        fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws {
        var reading = PagedReading(walk, fetcher: fetcher(fetch), concurrency: settings.rate.concurrency, maxItems: maxItems)
        defer { summary.notes.withLock { $0 = reading.counts.notes } }
        try await reading.run(into: &output) { network.progress.show($0.label) }
    }

    private func client(_ settings: ClientSettings) -> HTTPClient {
        LearnedSecrets.current.insert(partsOf: template.first.address.text)
        return HTTPClient(settings, home: template.first.address.origin, allowed: paging.allowedHosts)
    }

    private var walk: PageWalk {
        let scope = CredentialScope(home: template.first.address.origin, allowed: paging.allowedHosts)
        return PageWalk(paging, from: template, maxPages: maxPages, isAllowed: { scope.allows($0) })
    }

    private func fetcher(_ fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse) -> PageFetcher {
        let reader = PageReader(items: items, id: id, limits: JSONLimits(maxValueBytes: settings.maxResponseBytes))
        return PageFetcher(fetch: fetch, reader: reader, shown: shown)
    }
}
