internal import Pipeline
internal import Synchronization

/// A cache in front of another transport.
///
/// A class, because the tasks of a step share its state: the random text of the folder, and whether the folder was cleaned.
final class CachingTransport: HTTPTransport {
    private struct State {
        var salt: String?
        var isClean = false
    }

    /// The limit up to which the body of an error is read for the cache, in bytes, because a caller may not need it.
    private static let maxErrorBytes = 1 << 20

    private let settings: CacheSettings
    private let policy: CachePolicy
    private let folder: CacheFolder
    private let headers: CacheHeaders
    private let next: (any HTTPTransport)?
    private let clock: NetworkClock
    private let state = Mutex(State())

    /// - Parameters:
    ///   - next: The transport that reaches servers. It is not used if the mode is `offline`.
    ///   - clock: The clock that dates entries.
    init(_ settings: CacheSettings, next: (any HTTPTransport)?, clock: NetworkClock = .system) {
        self.settings = settings
        policy = CachePolicy(mode: settings.mode, freshSeconds: settings.freshSeconds, keep: settings.keep)
        folder = CacheFolder(settings.folder.value)
        headers = CacheHeaders(extraNames: settings.headerNames)
        self.next = settings.mode == .offline ? nil : next
        self.clock = clock
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard policy.takes(request) else { return try await fetch(request) }
        let key = try key(of: request)
        let stored = try find(request, key)
        switch policy.plan(request, stored: stored?.entry, now: clock.wallTime()) {
        case .fail: throw notInCache
        case .fetch: break
        case .serve: if let stored { return try serve(stored, .hit, to: request) }
        case .validate(let conditions):
            if let stored, let response = try await validate(stored, conditions, request, key) { return response }
        }
        return try await record(fetch(request), of: request, key, replacing: stored?.entry)
    }

    private func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let next else { throw notInCache }
        return try await next.send(request)
    }

    private var notInCache: TransportError { TransportError(.notInCache(folder: settings.folder.shown), mayHaveReachedServer: false) }

    /// The key of the response; nil if an account has no entries, because the folder has no random text.
    private func key(of request: HTTPRequest) throws -> CacheKey? {
        guard request.hasIdentity else { return CacheKey(request, identity: nil, mask: mask) }
        return try salt().map { CacheKey(request, identity: CacheKey.identity(of: request, salt: $0), mask: mask) }
    }

    private func salt() throws -> String? {
        if settings.mode == .offline { return folder.salt() }
        return try state.withLock { state in
            if let salt = state.salt { return salt }
            let salt = try storing { try folder.makeSalt() }
            state.salt = salt
            return salt
        }
    }

    /// The secrets that stored responses must not contain.
    private var mask: CacheMask { CacheMask(LearnedSecrets.current.snapshot) }

    private func find(_ request: HTTPRequest, _ key: CacheKey?) throws -> CachedBody? {
        if let key, let stored = try folder.open(key) { return stored }
        // A response that was recorded without credentials is the same for all accounts.
        guard settings.mode == .offline, request.hasIdentity else { return nil }
        return try folder.open(CacheKey(request, identity: nil, mask: mask))
    }

    private func serve(_ stored: CachedBody, _ use: CacheUse, to request: HTTPRequest) throws -> HTTPResponse {
        try respond(stored, CacheHeaders.served(stored.entry.headers), use, to: request)
    }

    private func respond(
        _ stored: CachedBody, _ headers: HTTPHeaders, _ use: CacheUse, to request: HTTPRequest
    ) throws -> HTTPResponse {
        guard stored.entry.bodyBytes <= request.maxResponseBytes else { throw TransportError(.tooLong(limit: request.maxResponseBytes)) }
        return HTTPResponse(head: ResponseHead(status: stored.entry.status, headers: headers), body: stored, cacheUse: use)
    }

    /// Asks whether a stored response is still valid.
    ///
    /// - Returns: The stored or the new response; nil if the request must be repeated without conditions.
    private func validate(
        _ stored: CachedBody, _ conditions: HTTPHeaders, _ request: HTTPRequest, _ key: CacheKey?
    ) async throws -> HTTPResponse? {
        var conditional = request
        for field in conditions.fields { conditional.headers[field.name] = field.value }
        let response = try await fetch(conditional)
        guard response.head.status == 304 else { return try await record(response, of: request, key, replacing: stored.entry) }
        // A 304 has no body. The transport still has to reach its end.
        if try await !response.body.read().isEmpty { response.body.cancel() }
        guard stored.entry.isConfirmed(by: response.head) else { return nil }
        let merged = CacheHeaders.merged(stored.entry.headers, with: response.head.headers)
        var entry = stored.entry
        let mask = mask
        let open = headers.stored(merged, of: request, mask: mask)
        entry.headers = CacheHeaders.masked(open, by: mask.long)
        if entry.headers != open { entry.isMasked = true }
        entry.storedAt = clock.wallTime()
        if policy.renewsEntries || !entry.hasContent(of: stored.entry) { try await rewrite(stored, as: entry) }
        var result = try respond(stored, merged, .revalidated, to: request)
        result.waited = response.waited
        return result
    }

    /// Stores an entry again with another head.
    private func rewrite(_ stored: CachedBody, as entry: CacheEntry) async throws {
        try await BlockingCall.run { [self] in
            try storing {
                guard var writer = try CacheEntryWriter(entry, in: openFolder()) else { return }
                var offset = 0
                while offset < entry.bodyBytes {
                    let piece = try stored.read(at: offset)
                    // A file that became shorter leaves the old entry.
                    guard !piece.isEmpty else { return }
                    try writer.write(piece)
                    offset += piece.count
                }
                try writer.commit(unlessSameAs: nil)
            }
        }
    }

    /// Prepares that a response is stored while its body is read.
    private func record(
        _ response: HTTPResponse, of request: HTTPRequest, _ key: CacheKey?, replacing old: CacheEntry?
    ) async throws -> HTTPResponse {
        var response = response
        response.cacheUse = .miss
        let head = response.head
        guard let key, policy.stores(head, of: request) else { return response }
        let mask = mask
        let address = CacheKey.address(of: request)
        let shown = mask.masked(address)
        let open = headers.stored(head.headers, of: request, mask: mask)
        var entry = CacheEntry(
            key: key, method: request.method, shownAddress: request.secretName ?? mask.long.masked(address.shown),
            status: head.status, headers: CacheHeaders.masked(open, by: mask.long), storedAt: clock.wallTime())
        // URLs that differ only in secrets have one key, and may belong to two accounts.
        if !mask.long.isEmpty || shown != address.text { entry.isMasked = entry.headers != open || shown != address.text }
        let replaced = policy.renewsEntries ? nil : old
        if policy.storesHeadAlone(head) {
            try await BlockingCall.run { [self, entry] in
                try storing { try CacheEntryWriter(entry, in: openFolder())?.commit(unlessSameAs: replaced) }
            }
            return response
        }
        guard let writer = try storing({ try CacheEntryWriter(entry, in: openFolder(), masking: mask.long) }) else { return response }
        let body = RecordingBody(response.body, writer: writer, replaced: replaced, folder: settings.folder.shown)
        if !entry.isDocument { try await body.readAhead(upTo: Self.maxErrorBytes) }
        return HTTPResponse(head: head, body: body, cacheUse: .miss, waited: response.waited)
    }

    /// Opens the folder to write to it, and removes temporary files of killed runs once.
    private func openFolder() throws -> OutputFolder {
        let opened = try folder.openForWriting()
        let isClean = state.withLock { state in
            defer { state.isClean = true }
            return state.isClean
        }
        if !isClean { opened.removeLeftovers() }
        return opened
    }

    /// Runs a call that writes to the folder, and names the folder in its error.
    private func storing<Result: ~Copyable>(_ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let error as SystemError {
            throw TransportError(.cannotCache(error, folder: settings.folder.shown), mayHaveReachedServer: false)
        }
    }
}
