internal import Pipeline
internal import Synchronization

/// Stores responses in the folder of a cache: new ones while they are read, and stored ones with a renewed head.
///
/// A class, because the tasks of a step share whether the folder was cleaned.
final class CacheRecorder: Sendable {
    /// The limit up to which the body of an error is read for the cache, in bytes, because a caller may not need it.
    private static let maxErrorBytes = 1 << 20

    private let settings: CacheSettings
    private let policy: CachePolicy
    private let folder: CacheFolder
    private let headers: CacheHeaders
    private let clock: NetworkClock
    private let isClean = Mutex(false)

    /// - Parameter clock: The clock that dates entries.
    init(_ settings: CacheSettings, _ policy: CachePolicy, in folder: CacheFolder, clock: NetworkClock) {
        self.settings = settings
        self.policy = policy
        self.folder = folder
        headers = CacheHeaders(extraNames: settings.headerNames)
        self.clock = clock
    }

    /// The secrets that stored responses must not contain.
    var mask: CacheMask { CacheMask(LearnedSecrets.current.snapshot) }

    /// Prepares that a response is stored while its body is read.
    ///
    /// - Parameters:
    ///   - key: The key of the entry; nil if the response must not be stored.
    ///   - old: The entry that the response replaces; nil if there is none.
    /// - Returns: The response, whose body stores what its reader reads.
    func record(
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
            try await BlockingCall.finish { [self, entry] in
                try storing { try CacheEntryWriter(entry, in: openFolder())?.commit(unlessSameAs: replaced) }
            }
            return response
        }
        guard let writer = try storing({ try CacheEntryWriter(entry, in: openFolder(), masking: mask.long) }) else { return response }
        let body = RecordingBody(response.body, writer: writer, replaced: replaced, folder: settings.folder.shown)
        if !entry.isDocument { try await body.readAhead(upTo: Self.maxErrorBytes) }
        return HTTPResponse(head: head, body: body, cacheUse: .miss, waited: response.waited)
    }

    /// Stores an entry again, with the headers that a server confirmed, unless only its date would change.
    func renew(_ stored: CachedBody, with merged: HTTPHeaders, of request: HTTPRequest) async throws {
        var entry = stored.entry
        let mask = mask
        let open = headers.stored(merged, of: request, mask: mask)
        entry.headers = CacheHeaders.masked(open, by: mask.long)
        if entry.headers != open { entry.isMasked = true }
        entry.storedAt = clock.wallTime()
        if policy.renewsEntries || !entry.hasContent(of: stored.entry) { try await rewrite(stored, as: entry) }
    }

    private func rewrite(_ stored: CachedBody, as entry: CacheEntry) async throws {
        try await BlockingCall.finish { [self] in
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

    /// Opens the folder to write to it, and removes temporary files of killed runs once.
    private func openFolder() throws -> ConfinedFolder {
        let opened = try folder.openForWriting()
        let wasClean = isClean.withLock { isClean in
            defer { isClean = true }
            return isClean
        }
        if !wasClean { opened.removeLeftovers() }
        return opened
    }

    /// Runs a call that writes to the folder, and names the folder in its error.
    func storing<Result: ~Copyable>(_ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let error as SystemError {
            throw TransportError(.cannotCache(error, folder: settings.folder.shown), mayHaveReachedServer: false)
        }
    }
}
