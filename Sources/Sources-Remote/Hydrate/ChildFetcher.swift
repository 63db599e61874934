internal import JSONParsing
internal import Pipeline

/// Fetches what URLs give for elements, each URL once a run.
struct ChildFetcher: Sendable {
    /// The limit for responses that are remembered, in bytes of their bodies.
    static let maxRememberedBytes = 16 << 20

    let use: ChildUse
    let request: ChildRequest
    let actions: StatusActions
    let counts: HydrateCounts
    private let client: HTTPClient
    private let known = OnceTable<ChildAnswer>(maxBytes: ChildFetcher.maxRememberedBytes)

    /// - Parameter client: The client of one run.
    init(use: ChildUse, request: ChildRequest, actions: StatusActions, counts: HydrateCounts, client: HTTPClient) {
        self.use = use
        self.request = request
        self.actions = actions
        self.counts = counts
        self.client = client
    }

    /// Fetches the answers to several URLs, a limited number at once.
    ///
    /// - Returns: The results by the text of the URL. Behind the first URL that fails, results may be missing.
    func answers(to addresses: [WebAddress], concurrency: Int) async -> [String: Result<ChildAnswer, any Error>] {
        var asked: Set<String> = []
        let addresses = addresses.filter { asked.insert($0.text).inserted }
        var results: [String: Result<ChildAnswer, any Error>] = [:]
        if addresses.count == 1 {
            results[addresses[0].text] = await result(for: addresses[0])
            return results
        }
        await withTaskGroup(of: (String, Result<ChildAnswer, any Error>).self) { group in
            var upcoming = addresses.makeIterator()
            var goesOn = true
            func addTask() {
                guard goesOn, let address = upcoming.next() else { return }
                group.addTask { (address.text, await result(for: address)) }
            }
            for _ in 0..<concurrency { addTask() }
            for await (text, result) in group {
                // The first failure counts. What has started goes on: other records may wait for it.
                if case .failure = result { goesOn = false }
                results[text] = result
                addTask()
            }
        }
        return results
    }

    private func result(for address: WebAddress) async -> Result<ChildAnswer, any Error> {
        do {
            return .success(try await known.value(for: address.text) { try await fetch(address) })
        } catch {
            return .failure(error)
        }
    }

    /// Asks for a URL.
    ///
    /// - Returns: The answer, and the bytes that it takes in memory.
    private func fetch(_ address: WebAddress) async throws -> (value: ChildAnswer, bytes: Int) {
        let progress = client.network.progress
        defer {
            let fetched = counts.addFetched()
            progress.show("\(fetched.counted("response")) for \(HydrateStage.name)", of: request.step)
        }
        do {
            switch use {
            case .fields(let program): return try await fields(request.template(for: address), program)
            case .list(let list):
                let content = try await list.read(from: request.template(for: address), isAllowed: request.isAllowed(after: address)) {
                    try await client.fetch($0, label: $1, handling: { actions.action(for: $0) != nil })
                }
                return (.items(content.items, warnings: content.warnings), 2 * content.bytes)
            }
        } catch let error as HandledStatus {
            if actions.action(for: error.status) == .fail { throw RecordError(error.failure.message) }
            return (.status(error.status), 0)
        }
    }

    /// Fetches a response, and makes the fields of it.
    private func fields(_ template: RequestTemplate, _ program: RecordQuery) async throws -> (value: ChildAnswer, bytes: Int) {
        let response = try await client.fetch(template.first, handling: { actions.action(for: $0) != nil })
        let shown = template.first.shown.printable
        guard response.meaning == .content else { return (.skipped, 0) }
        let count = response.body.count
        let bytes = try response.body.contents()
        let reader = PageReader(
            items: program, id: nil, limits: JSONLimits(maxValueBytes: request.settings.maxResponseBytes), option: "merge")
        guard let value = try reader.read(bytes, of: shown).items.first else {
            throw RecordError(
                "\(shown): merge: expected an object, and \(count == 0 ? "the response is empty" : "the program gives nothing")")
        }
        guard case .object(let object) = try value.decoded() else {
            throw RecordError("\(shown): merge: expected an object, found \(value.kind.phrase)")
        }
        return (.fields(object), 2 * count)
    }
}
