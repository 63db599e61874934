internal import HTTP
internal import HTTPReading
internal import JSONParsing
package import Pipeline
internal import WebAddresses

/// The stage `hydrate`: completes records, or elements of them, with the responses of further URLs of an API.
package struct HydrateStage: AsyncStage {
    package static let name = "hydrate"
    package static let summary = "Completes records, or elements of a list in them, with what further URLs of a web API give, in JSON."
    package static let example =
        #"{ "type": "hydrate", "each": ".messages[]", "when": ".content_loaded | not", "#
        + #""url": "https://api.example.com/messages/{{.id}}", "merge": "{body}", "on_status": { "404": "keep" } }"#

    /// The option that limits the responses of one record.
    static let maxRecordBytesOption = "limits.max_record_bytes"
    /// 64 MiB: longer records are above the limit of readers, too.
    private static let defaultMaxRecordBytes = JSONLimits.standard.maxValueBytes
    /// The field that gets the status of an element that `on_status` keeps.
    static let statusField = "hydrate_status"

    /// The elements to complete; nil for the record itself.
    let each: FieldPath?
    let condition: RecordQuery?
    let url: ChildURL
    /// Resolves relative URLs of elements.
    let addresses: RelativeAddresses
    let use: ChildPlacement
    let request: ChildRequest
    let actions: StatusActions
    /// The limit for the responses of one record, in bytes.
    let maxRecordBytes: Int
    /// The largest number of records, and of requests, at once.
    package let concurrency: Int
    /// Whether the credentials are those of the source.
    let sharesCredentials: Bool
    let counts = HydrateCounts()
    /// The client and the responses of one run; nil for the stage of the plan, of which each run makes a copy.
    private var fetcher: ChildFetcher?

    package init(options: inout OptionReader) {
        each = options.readIfPresent(
            "each", .elements,
            help: "The elements to complete, such as .messages[]. Without it, the record itself. All programs run on an element.")
        condition = options.readIfPresent(
            "when", .query, help: "A condition for an element, such as .body == null. Others stay as they are.")
        url = ChildURL.read(&options)
        addresses = RelativeAddresses(options: &options)
        if url.origin != nil, addresses.isGiven {
            options.warn("a template of \"url\" names its host, so that no URL is relative", option: "base")
        }
        let query = QueryOptions(&options)
        let makeUse = ChildPlacement.read(&options)
        actions = StatusActions(&options)
        let ownConcurrency = options.readIfPresent(
            "concurrency", .integer(1...RateSettings.maxConcurrency),
            help:
                "The limit of records, and of requests, at once; \(RateSettings.defaultConcurrency) where neither the stage nor the source has one."
        )
        // Options of a source at another host are not inherited.
        var shared = (options.source?.urlOptions as? HTTPOpener)?.remote
        if let origin = url.origin, shared?.scope.allows(origin) == false { shared = nil }
        var inherited = shared?.settings ?? ClientSettings()
        inherited.maxResponseBytes = ClientSettings().maxResponseBytes
        inherited.maxRequests = nil
        var settings = ClientSettings.read(&options, url: url.beginning, isStreamed: false, inherited: inherited, hasConcurrency: false)
        settings.rate.concurrency = ownConcurrency ?? inherited.rate.concurrency
        let limits = options.readIfPresent(
            "limits",
            .object { limits in
                let pages = limits.read(
                    "max_pages", .integer(1...Int(Int32.max)), default: PageWalk.defaultMaxPages,
                    help: "The number of pages of one list; more are an error.")
                settings.readLimits(&limits)
                let bytes = limits.read(
                    "max_record_bytes", .integer(1...ClientSettings.maxStreamBytes), default: Self.defaultMaxRecordBytes,
                    help: "The limit of all responses for one record after decompression, in bytes. A record that exceeds it fails.")
                return (pages: pages, bytes: bytes)
            }, help: "What a run may take.")
        maxRecordBytes = limits?.bytes ?? Self.defaultMaxRecordBytes
        use = makeUse(
            limits?.pages ?? PageWalk.defaultMaxPages,
            settings.maxResponseBytes <= maxRecordBytes
                ? (bytes: settings.maxResponseBytes, option: "limits.max_response_bytes")
                : (bytes: maxRecordBytes, option: Self.maxRecordBytesOption))
        let ownSecrets = settings.secretHeaders.filter { !inherited.secretHeaders.contains($0) } + query.secretItems
        if !url.allowedHosts.isEmpty, !settings.hasOwnAuth, shared != nil, let part = ownSecrets.first {
            options.warn(
                "without \"auth\", these secrets go where those of the source go, and not to \"allow_hosts\" of \"url\"; "
                    + "\"auth\" of the type headers goes there", option: part.isQuery ? "query" : "headers")
        }
        settings.secretHeaders += query.secretItems
        settings.secretTexts += query.secretTexts
        settings.headerNames = use.paging.headerNames
        sharesCredentials = !settings.hasOwnAuth && shared != nil
        concurrency = settings.rate.maxConcurrent
        request = ChildRequest(
            settings: settings, credentials: Self.credentialScope(of: url, use.paging.allowedHosts, settings, shared),
            named: (shared.map { [$0.scope] } ?? []) + [CredentialScope(home: shared?.scope.home, allowed: url.allowedHosts)],
            pageHosts: use.paging.allowedHosts, query: query.items, secretName: url.secretName, step: options.stepPath)
        if let beginning = url.beginning, let address = WebAddress(beginning.value) {
            query.reportItems(in: address, &options)
            let problem = request.template(for: address).problem(carrying: use.paging.parameters)
            if let problem { options.report(problem, option: "paging") }
        }
    }

    /// The origins that get the credentials. Credentials of the source go only to the origins to which the source itself sends them.
    private static func credentialScope(
        of url: ChildURL, _ pageHosts: [HostPattern], _ settings: ClientSettings, _ shared: RemoteClientSettings?
    ) -> CredentialScope {
        if !settings.hasOwnAuth, let shared { return shared.scope }
        switch url {
        case .template(let template): return CredentialScope(home: template.origin, allowed: pageHosts)
        case .from(_, let allowed) where allowed.isEmpty:
            return CredentialScope(home: shared?.scope.home, allowed: (shared?.scope.allowed ?? []) + pageHosts)
        case .from(_, let allowed): return CredentialScope(home: nil, allowed: allowed + pageHosts)
        }
    }

    package func copyForRun(in context: RunContext) -> HydrateStage {
        var copy = self
        counts.reset()
        copy.fetcher = makeFetcher(in: context)
        return copy
    }

    private func makeFetcher(in context: RunContext) -> ChildFetcher {
        if let beginning = url.beginning { context.secrets.insert(partsOf: beginning.value) }
        let client = HTTPClient(request.settings, scope: request.credentials, in: context)
        return ChildFetcher(
            use: use, request: request, actions: actions, counts: counts, maxRecordBytes: maxRecordBytes, client: client)
    }

    package func process(_ record: inout Record) async throws -> Verdict {
        guard let fetcher else { throw PipelineFailure(.internalError, "\(Self.name): copyForRun(in:) makes the stage of a run") }
        let targets = try targets(in: record)
        let addresses = targets.compactMap(\.address)
        counts.add(HydrateCounts.Counts(records: 1, elements: targets.count, chosen: addresses.count))
        if addresses.isEmpty { return .keep }
        let responses = await fetcher.responses(to: addresses, concurrency: concurrency)
        try Task.checkCancellation()
        return try complete(&record, targets, responses) ? .keep : .drop
    }
}

// The texts of `explain`, `check` and the summary.
extension HydrateStage {
    package var hooks: Hooks {
        Hooks(
            explanation: explanation, notes: counts.notes(each: each?.description),
            closingWarnings: counts.warnings(each: each?.description)
        ) { _ in
            // Without a record there is no URL to request. The options have been read by now, with all secrets.
            "\(url.shown) is not requested, because it needs a record; credentials: \(credentialsPhrase)"
        }
    }

    var explanation: [String] {
        var lines = ["requests: GET \(url.shown) for each \(each.map { "element of \($0)" } ?? "record"), \(concurrency) at once"]
        if case .list(let list) = use { lines.append(list.paging.explanation) }
        lines.append("credentials: \(credentialsPhrase)")
        return lines
    }

    private var credentialsPhrase: String {
        if sharesCredentials { return "as the source" }
        return request.settings.auth.isShared ? "its own" : "none"
    }
}
