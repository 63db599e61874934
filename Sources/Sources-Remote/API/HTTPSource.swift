internal import HTTP
internal import HTTPReading
internal import JSONParsing
package import Pipeline
internal import SourcesLocal
internal import Synchronization
internal import WebAddresses

/// The source `http`: reads the items of a web API, page by page.
package struct HTTPSource: Source, URLOptionsProvider {
    package static let name = "http"
    package static let summary = "Reads the items of a web API in JSON, page by page."
    package static let example =
        #"{ "type": "http", "url": "https://api.example.com/items", "items": ".items[]", "id": ".id", "#
        + #""paging": { "type": "cursor", "at": ".next_cursor" } }"#

    /// The notes and warnings of the last run for its summary. A class, because the run writes them and the summary reads them.
    private final class Summary: Sendable {
        let notes = Mutex<[String]>([])
    }

    private let template: RequestTemplate
    /// The URL without secrets, in messages and origins.
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
    private let summary = Summary()

    package init(options: inout OptionReader) {
        let request = RequestOptions(&options)
        shown = request.url.shown.printable
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
                    help: "The number of pages; more are an error.")
                let items = limits.readIfPresent(
                    "max_items", .integer(1...Int.max), help: "The number of items after which the reading ends well.")
                settings.readLimits(&limits)
                return (pages: pages, items: items)
            }, help: "What a run may take.")
        maxPages = limits?.pages ?? PageWalk.defaultMaxPages
        maxItems = limits?.items
        settings.secretHeaders += request.secretQuery
        settings.headerNames = paging.headerNames
        settings.secretTexts += request.secretTexts
        template = request.template(settings)
        let idSource = id?.source
        incremental = IncrementalList.read(&options) { request.listIdentity(cursor: $0, id: idSource) }
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

    var explanation: [String] {
        var sentences = ["first request: \(template.first.method) \(template.first.shown)", paging.explanation]
        if let incremental { sentences.append("incremental by \(incremental.settings.shownCursor): \(incremental.phrase)") }
        return sentences
    }

    /// The origins that get the credentials.
    private var scope: CredentialScope { CredentialScope(home: template.first.address.origin, allowed: paging.allowedHosts) }

    package var urlOptions: (any URLOptions)? { HTTPOpener(settings, scope: scope) }

    var notes: [String] { summary.notes.withLock { $0 } + [incremental?.output.note].compactMap { $0 } }

    /// Fetches the first page.
    ///
    /// - Parameters:
    ///   - context: The context of the command, with its network and secrets.
    ///   - fetch: As for ``run(into:fetch:)``.
    /// - Returns: A sentence with the status, the number of items, and the warning that a run which ends after this page would give.
    /// - Throws: ``PipelineFailure``, also for a page that does not fit the paging.
    func check(
        in context: RunContext, fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws -> String? {
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

    package func run(into output: inout RecordWriter) async throws {
        let client = client(settings, in: output.context)
        defer {
            // Adds only the number of requests, because the summary of the run states how long it waited.
            let requests = client.requestCount
            summary.notes.withLock { notes in
                let text = requests.counted("request")
                if notes.isEmpty { notes = [text] } else { notes[0] += ", \(text)" }
            }
            client.network.progress.show(nil)
        }
        try await run(into: &output) { try await client.fetch($0, label: $1) }
    }

    /// Reads the pages.
    ///
    /// - Parameter fetch: Fetches a complete response; the second parameter is the request in messages.
    func run(
        into output: inout RecordWriter, fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws {
        let (network, secrets) = (output.context.network, output.context.secrets)
        let start = try incremental?.begin(now: network.clock.wallTime())
        var reading = PagedReading(
            try walk(for: start), fetcher: fetcher(fetch, secrets), concurrency: settings.rate.maxConcurrent, maxItems: maxItems,
            incremental: start)
        defer { summary.notes.withLock { $0 = reading.counts.notes } }
        do {
            try await reading.run(into: &output) { network.progress.show($0.label) }
        } catch {
            if error is ReadingStopped { incremental?.output.leave(because: "the run did not take all records") }
            throw error
        }
        for warning in try reading.finishIncremental() { output.warn(warning.text, of: shown, mayMissRecords: warning.mayMissRecords) }
        if let obstacle = reading.obstacle {
            incremental?.output.leave(because: obstacle)
        } else if let state = try reading.incremental?.state() {
            try incremental?.checkNextStart(after: state, now: network.clock.wallTime())
            incremental?.output.set(state)
        }
    }

    func client(_ settings: ClientSettings, in context: RunContext) -> HTTPClient {
        context.secrets.insert(partsOf: template.first.address.text)
        return HTTPClient(settings, scope: scope, in: context)
    }

    /// A walk through the pages.
    ///
    /// - Parameter incremental: Where an incremental run starts; nil for another run.
    func walk(for incremental: IncrementalReading?) throws -> PageWalk {
        var template = template
        if let (place, value) = try incremental?.parameter() { template.set(place, to: value) }
        let scope = CredentialScope(home: template.first.address.origin, allowed: paging.allowedHosts)
        return PageWalk(paging, from: template, around: ResponseContentPath(of: items), maxPages: maxPages, isAllowed: { scope.allows($0) })
    }

    func fetcher(
        _ fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse, _ secrets: LearnedSecrets
    ) -> PageFetcher {
        let reader = PageReader(
            items: items, id: id, cursor: incremental?.settings.itemCursor, limits: JSONLimits(maxValueBytes: settings.maxResponseBytes),
            secrets: secrets)
        return PageFetcher(fetch: fetch, reader: reader, shown: shown, isSecret: isSecret)
    }
}

extension HTTPSource {
    package var hooks: Hooks {
        Hooks(output: incremental?.output, explanation: explanation, notes: notes) { context in
            let client = client(settings.forCheck, in: context)
            return try await check(in: context) { try await client.fetch($0, label: $1) }
        }
    }

    package var continuation: SourceContinuation {
        incremental == nil ? .none : SourceContinuation(readingAll: readingAll, resetState: resetState)
    }

    func readingAll() -> HTTPSource {
        var source = self
        source.incremental?.readAll()
        return source
    }

    func resetState() throws -> String? {
        guard let file = incremental?.file else { return nil }
        return try file.reset() ? "\(file.shown): the state is deleted; the next run reads all" : "\(file.shown): there is no state"
    }

    /// Reports a `send_as` of `incremental` that names a place which requests lack, or which carries another value already.
    static func checkParameter(
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
}
