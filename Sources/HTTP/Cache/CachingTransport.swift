internal import Ground
internal import Synchronization

/// A cache in front of another transport: it serves stored responses, validates them with the server, and stores new ones.
///
/// A class, because the tasks of a step share its state: the salt of the folder, and whether it has warned.
final class CachingTransport: HTTPTransport {
    private struct State {
        var salt: String?
        /// Whether a warning has named a file that cannot be read.
        var hasWarned = false
    }

    private let settings: CacheSettings
    private let policy: CachePolicy
    private let folder: CacheFolder
    private let recorder: CacheRecorder
    private let next: (any HTTPTransport)?
    private let clock: NetworkClock
    private let warn: @Sendable (String) -> Void
    /// Whether responses are stored.
    private let stores: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - next: The transport that reaches servers. It is not used if the mode is `offline`.
    ///   - clock: The clock that dates entries.
    ///   - stores: Whether responses are stored. A recording always stores them.
    ///   - secrets: The secrets that stored responses must not contain.
    ///   - warn: Receives a warning about a file that cannot be read, at most once.
    init(
        _ settings: CacheSettings, next: (any HTTPTransport)?, clock: NetworkClock = .system, stores: Bool = true,
        secrets: LearnedSecrets, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.settings = settings
        policy = CachePolicy(mode: settings.mode, freshSeconds: settings.freshSeconds, keep: settings.keep)
        folder = CacheFolder(settings.folder.value, shownAs: settings.folder.shown)
        recorder = CacheRecorder(settings, policy, in: folder, clock: clock, secrets: secrets)
        self.next = settings.mode == .offline ? nil : next
        self.clock = clock
        self.warn = warn
        self.stores = stores || settings.isRecording
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        // An earlier run may have stored a response of a host that this one must not reach.
        try ConnectionGuard.check(request)
        guard policy.takes(request) else {
            if settings.isRecording, settings.mode != .offline, request.isCacheable, !request.isIdempotent {
                warn("responses to \(request.method.printable) are not recorded; \"idempotent\": true says that a request only reads")
            }
            return try await fetch(request)
        }
        let key = try key(of: request)
        let stored = try find(request, key)
        switch policy.plan(request, stored: stored?.entry, now: clock.wallTime()) {
        case .fail: throw missing(request)
        case .fetch: break
        case .serve: if let stored { return try respond(stored, CacheHeaders.served(stored.entry.headers), .hit, to: request) }
        case .validate(let conditions):
            if let stored, let response = try await validate(stored, conditions, request, key) { return response }
        }
        return try await store(fetch(request), of: request, key, replacing: stored?.entry)
    }

    private func store(
        _ response: HTTPResponse, of request: HTTPRequest, _ key: CacheKey?, replacing entry: CacheEntry?
    ) async throws -> HTTPResponse {
        stores ? try await recorder.record(response, of: request, key, replacing: entry) : response
    }

    private func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let next else { throw missing(request) }
        return try await next.send(request)
    }

    private func missing(_ request: HTTPRequest) -> TransportError {
        let folder = settings.folder.shown
        let reason: TransportError.Reason =
            settings.isRecording ? .notRecorded(folder: folder) : .notInCache(method: request.method, folder: folder)
        return TransportError(reason, mayHaveReachedServer: false)
    }

    /// The key of the response; nil if it depends on an account and the folder has no salt, and so no entry of an account.
    private func key(of request: HTTPRequest) throws -> CacheKey? {
        let mask = recorder.mask
        if settings.isRecording { return CacheKey(recorded: request, mask: mask) }
        guard CacheKey.hasIdentity(request, mask: mask) else { return CacheKey(request, identity: nil, mask: mask) }
        return try accountKey(of: request)
    }

    /// The key of a response that depends on an account; nil if the folder has no salt.
    private func accountKey(of request: HTTPRequest) throws -> CacheKey? {
        let mask = recorder.mask
        return try salt().map { CacheKey(request, identity: CacheKey.identity(of: request, salt: $0, mask: mask), mask: mask) }
    }

    private func salt() throws -> String? {
        if settings.mode == .offline || !stores { return try folder.salt() }
        return try state.withLock { state in
            if let salt = state.salt { return salt }
            let salt = try recorder.storing { try folder.makeSalt() }
            state.salt = salt
            return salt
        }
    }

    /// Returns the stored response; nil if there is none. A file that cannot be read counts as missing, unless the mode is `offline`.
    private func find(_ request: HTTPRequest, _ key: CacheKey?) throws -> CachedBody? {
        do {
            if let key, let stored = try folder.open(key) { return stored }
        } catch let failure as PipelineFailure where settings.mode != .offline {
            let isFirst = state.withLock { state in
                defer { state.hasWarned = true }
                return !state.hasWarned
            }
            if isFirst { warn("the cache asks the server, because it \(failure.message)") }
        }
        // A response that was recorded without credentials is the same for all accounts.
        guard settings.mode == .offline else { return nil }
        // The folder of a cache can serve as a recording, and a recording as the folder of a cache.
        let other = settings.isRecording ? try accountKey(of: request) : CacheKey(recorded: request, mask: recorder.mask)
        if let other, let stored = try folder.open(other) { return stored }
        guard request.hasIdentity else { return nil }
        var open = request
        open.credentials = []
        open.identity = nil
        return try self.key(of: open).flatMap { try folder.open($0) }
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
        guard response.head.status == 304 else { return try await store(response, of: request, key, replacing: stored.entry) }
        // A 304 has no body. The transport still has to reach its end.
        if try await !response.body.read().isEmpty { response.body.cancel() }
        guard stored.entry.isConfirmed(by: response.head) else { return nil }
        let merged = CacheHeaders.merged(stored.entry.headers, with: response.head.headers)
        if stores { try await recorder.renew(stored, with: merged, of: request) }
        var result = try respond(stored, merged, .revalidated, to: request)
        result.waited = response.waited
        return result
    }
}
