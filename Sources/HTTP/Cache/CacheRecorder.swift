internal import Ground
internal import Synchronization
internal import WebAddresses

/// Stores responses in the folder of a cache: new ones while they are read, and stored ones with a renewed head.
///
/// A class, because the tasks of a step share whether the folder was cleaned.
final class CacheRecorder: Sendable {
    /// The limit in bytes up to which the cache itself reads the body of an error, because a caller may not read it.
    private static let maxErrorBytes = 1 << 20

    private let settings: CacheSettings
    private let policy: CachePolicy
    private let folder: CacheFolder
    private let headers: CacheHeaders
    private let clock: NetworkClock
    private let secrets: LearnedSecrets
    private let isClean = Mutex(false)

    /// - Parameters:
    ///   - clock: The clock that dates entries.
    ///   - secrets: The secret texts of the run.
    init(_ settings: CacheSettings, _ policy: CachePolicy, in folder: CacheFolder, clock: NetworkClock, secrets: LearnedSecrets) {
        self.settings = settings
        self.policy = policy
        self.folder = folder
        headers = CacheHeaders(extraNames: settings.headerNames)
        self.clock = clock
        self.secrets = secrets
    }

    /// The secrets that stored responses must not contain.
    var mask: CacheMask { CacheMask(secrets.snapshot) }

    /// Returns a response that is stored while the caller reads its body.
    ///
    /// - Parameters:
    ///   - key: The key of the entry; nil if the response must not be stored.
    ///   - old: The entry that the response replaces; nil if there is none.
    /// - Returns: The response. Its body writes each piece to the cache before the caller gets the piece.
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
                    // If the file has become shorter in the meantime, the old entry stays.
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

/// A body from a server that is stored while it is read. If it breaks or is cancelled, nothing is stored.
///
/// A class, because copies of it must share the writer, and a cancellation may come from another task.
private final class RecordingBody: BodyReader {
    private let body: any BodyReader
    private let writer: Mutex<CacheEntryWriter?>
    private let replaced: CacheEntry?
    /// The name of the folder in messages.
    private let folder: String
    /// Pieces that were read ahead, in order.
    private let ahead = Mutex<[[UInt8]]>([])

    /// - Parameters:
    ///   - body: The body from the server.
    ///   - writer: The new entry.
    ///   - replaced: The old entry, which stays if it has the same content; nil: the new one replaces it in any case.
    ///   - folder: The name of the folder in messages.
    init(_ body: any BodyReader, writer: consuming CacheEntryWriter, replaced: CacheEntry?, folder: String) {
        self.body = body
        self.writer = Mutex(writer)
        self.replaced = replaced
        self.folder = folder
    }

    /// Reads and stores the beginning of the body now, or all of a short body.
    ///
    /// - Parameter limit: The number of bytes after which reading stops.
    func readAhead(upTo limit: Int) async throws {
        var count = 0
        while count < limit {
            let piece = try await readAndStore()
            if piece.isEmpty { return }
            count += piece.count
            ahead.withLock { $0.append(piece) }
        }
    }

    func read() async throws -> [UInt8] {
        if let piece = ahead.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return piece }
        return try await readAndStore()
    }

    private func readAndStore() async throws -> [UInt8] {
        do {
            let piece = try await body.read()
            if piece.isEmpty {
                // A disk may take long to store the bytes.
                try await BlockingCall.finish { try self.commit() }
            } else {
                try write(piece)
            }
            return piece
        } catch {
            discard()
            throw (error as? SystemError).map { TransportError(.cannotCache($0, folder: folder)) } ?? error
        }
    }

    private func write(_ piece: [UInt8]) throws(SystemError) {
        try writer.withLock { writer throws(SystemError) in try writer?.write(piece) }
    }

    private func commit() throws(SystemError) {
        guard let writer = writer.withLock({ $0.take() }) else { return }
        try writer.commit(unlessSameAs: replaced)
    }

    private func discard() { writer.withLock { $0 = nil } }

    func cancel() {
        discard()
        body.cancel()
    }
}
