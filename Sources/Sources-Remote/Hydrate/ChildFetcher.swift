internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// Fetches the responses that complete elements. It requests a URL again only after it has dropped the remembered response.
struct ChildFetcher: Sendable {
    /// The limit for responses that are remembered, in bytes of their bodies.
    static let maxRememberedBytes = 16 << 20

    let use: ChildPlacement
    let request: ChildRequest
    let actions: StatusActions
    let counts: HydrateCounts
    /// The limit for the responses of one record, in bytes.
    let maxRecordBytes: Int
    private let client: HTTPClient
    private let known = SingleFlightCache<ChildResponse>(maxBytes: ChildFetcher.maxRememberedBytes)

    /// - Parameter client: The client of one run.
    init(
        use: ChildPlacement, request: ChildRequest, actions: StatusActions, counts: HydrateCounts, maxRecordBytes: Int, client: HTTPClient
    ) {
        self.use = use
        self.request = request
        self.actions = actions
        self.counts = counts
        self.maxRecordBytes = maxRecordBytes
        self.client = client
    }

    /// Fetches the responses for one record, a limited number at once.
    ///
    /// - Returns: The results by the text of the URL. After the first URL that fails or exceeds the limit, results may be missing.
    func responses(to addresses: [WebAddress], concurrency: Int) async -> [String: Result<ChildResponse, any Error>] {
        var asked: Set<String> = []
        let addresses = addresses.filter { asked.insert($0.text).inserted }
        var results: [String: Result<ChildResponse, any Error>] = [:]
        if addresses.count == 1 {
            results[addresses[0].text] = await result(for: addresses[0])
            return results
        }
        await withTaskGroup(of: (String, Result<ChildResponse, any Error>).self) { group in
            var upcoming = addresses.makeIterator()
            var goesOn = true
            var bytes = 0
            func addTask() {
                guard goesOn, let address = upcoming.next() else { return }
                group.addTask { (address.text, await result(for: address)) }
            }
            for _ in 0..<concurrency { addTask() }
            for await (text, result) in group {
                // The first failure stops new requests. Those in progress go on, because other records may wait for them.
                switch result {
                case .failure: goesOn = false
                case .success(let response):
                    bytes += response.bytes
                    if bytes > maxRecordBytes { goesOn = false }
                }
                results[text] = result
                addTask()
            }
        }
        return results
    }

    private func result(for address: WebAddress) async -> Result<ChildResponse, any Error> {
        do {
            let response = try await known.value(for: address.text) {
                let response = try await fetch(address)
                // The estimated memory: the text of the body, and about the same for the parsed values.
                return (response, 2 * response.bytes)
            }
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private func fetch(_ address: WebAddress) async throws -> ChildResponse {
        let progress = client.network.progress
        defer {
            let fetched = counts.addFetched()
            progress.show("\(fetched.counted("response")) for \(HydrateStage.name)", of: request.step)
        }
        do {
            switch use {
            case .fields(let program): return try await fields(request.template(for: address), program)
            case .list(let list):
                let content = try await list.read(
                    from: request.template(for: address), isAllowed: request.isAllowed(after: address), secrets: client.secrets
                ) {
                    try await client.fetch($0, label: $1, handling: { actions.action(for: $0) != nil })
                }
                if content.isPassedOver { return ChildResponse(answer: .noList, bytes: content.bytes) }
                return ChildResponse(answer: .items(content.items, warnings: content.warnings), bytes: content.bytes)
            }
        } catch let error as HandledStatus {
            if actions.action(for: error.status) == .fail { throw RecordError(error.failure.message) }
            return ChildResponse(answer: .status(error.status))
        }
    }

    /// Fetches a response, and selects the fields for the element.
    private func fields(_ template: RequestTemplate, _ program: RecordQuery) async throws -> ChildResponse {
        let response = try await client.fetch(template.first, handling: { actions.action(for: $0) != nil })
        let shown = template.first.shown.printable
        guard response.meaning == .content else { return ChildResponse(answer: .skipped) }
        let judgement = response.judgement
        let head = response.head
        let count = response.body.count
        let bytes = try response.body.contents()
        let reader = PageReader(
            items: program, id: nil, limits: JSONLimits(maxValueBytes: request.settings.maxResponseBytes), option: "merge",
            secrets: client.secrets)
        let content = try reader.read(bytes, of: shown, contentType: head.contentType)
        let sign = try failure(in: content, judgement, program, RequestName(template.first, secrets: client.secrets))
        guard let value = content.items.first else {
            throw RecordError(
                "\(shown): merge: expected an object, and \(count == 0 ? "the response is empty" : "the program gives nothing")")
        }
        guard case .object(let object) = try value.decoded() else {
            let hint = value.kind == .array ? "; \"items\" and \"into\" read a list" : ""
            throw RecordError("\(shown): merge: expected an object, found \(value.kind.phrase)\(hint)")
        }
        if let sign { counts.addFailure("\(shown): \(sign)") }
        if let sign = Self.pageSign(in: head, content.value) { counts.addListPage("\(shown): \(sign.phrase)") }
        return ChildResponse(answer: .fields(object), bytes: count)
    }

    /// The failure that a response with a good status reports, as a sentence; nil if it reports none.
    ///
    /// - Throws: ``RecordError`` for a failure without a value for the element.
    private func failure(
        in content: PageContent, _ judgement: ContentVerdict, _ program: RecordQuery, _ name: RequestName
    ) throws(RecordError) -> String? {
        switch judgement {
        case .accepted: return nil
        case .warned(let message): return message.map { name.quote($0, characters: 200) } ?? "a warning by \"responses\""
        case .none: break
        }
        let values = content.items.first?.object.map { $0.map(\.value) } ?? content.items
        let isEmpty = values.allSatisfy(\.isNull)
        guard let sign = FailureSign.find(in: content.value, around: ResponseContentPath(of: program), isEmpty: isEmpty) else { return nil }
        guard isEmpty else { return sign.sentence(of: name) }
        throw RecordError(
            PipelineFailure(
                .remoteUnavailable,
                "\(name.shown): \(sign.sentence(of: name)), and has no value for \"merge\" (\"accept\" in \"responses\" says that it is good)"
            ))
    }

    /// The sign that a response is one of several pages of a list; nil if there is none.
    private static func pageSign(in head: ResponseHead, _ page: JSONValue?) -> MorePagesSign? {
        // Decoded once, because signs are looked up by many names.
        guard let page = try? page?.decoded() else { return nil }
        // Without a list, a member such as "next" may name a record.
        guard page.kind == .array || page.object?.contains(where: { $0.value.kind == .array }) == true else { return nil }
        return MorePagesFinder.signs(head: head, page: page, itemCount: .max).first { $0.isStrong }
    }
}

/// The answer for an element, with the length of the responses that it was made of.
struct ChildResponse: Sendable {
    let answer: ChildAnswer
    /// The length of the bodies, in bytes.
    var bytes = 0
}

/// The answer of a URL for an element.
enum ChildAnswer: Sendable {
    /// The fields to put into the element.
    case fields(JSONObject)
    /// The items of a list, with warnings about the list.
    case items([JSONValue], warnings: [String])
    /// No items, because a rule skips the first page of the list by its status alone.
    case noList
    /// An error status that `on_status` names.
    case status(Int)
    /// A rule skips the response.
    case skipped
}
