internal import Checksums
internal import Pipeline
internal import Synchronization

/// One run of the stage: its client, its files, and what it has found so far.
///
/// A class, because all workers use it.
final class AssetRun: Sendable {
    private struct State {
        var client: HTTPClient?
        var index: AssetIndex
        var report = AssetReport()
    }

    /// The value of `Accept`.
    private static let accepts = "image/avif, image/webp, image/png, image/jpeg, image/gif, */*;q=0.1"

    private let settings: AssetSettings
    private let output: StageFiles
    private let network = RunNetwork.current
    private let table: AssetTable
    private let lanes: AssetLanes
    private let state: Mutex<State>

    init(_ settings: AssetSettings, output: StageFiles, index: AssetIndex) {
        self.settings = settings
        self.output = output
        table = AssetTable(limit: settings.maxFiles)
        lanes = AssetLanes(count: settings.concurrency)
        state = Mutex(State(index: index))
    }

    /// The content of the index; nil if it is that of the file.
    var changedIndex: [UInt8]? {
        state.withLock { $0.index.isChanged ? $0.index.content(limit: 2 * settings.maxFiles) : nil }
    }

    /// The result in sentences.
    var notes: [String] { [state.withLock { $0.report.note }] }

    /// Adds the warnings about missing files to those of the run.
    func warn() {
        for warning in state.withLock({ $0.report.warnings }) { network.warn(warning) }
    }

    /// Finds the files of a record.
    ///
    /// - Parameter addresses: The addresses, each once.
    /// - Returns: The outcomes in the same order.
    /// - Throws: `CancellationError`; ``PipelineFailure`` if a file cannot be written.
    func outcomes(of addresses: [AssetAddress]) async throws -> [AssetOutcome] {
        let asked = addresses.prefix(settings.maxRecordFiles)
        var outcomes = [AssetOutcome](repeating: .fault(.tooManyInRecord(limit: settings.maxRecordFiles)), count: addresses.count)
        try await withThrowingTaskGroup(of: (Int, AssetOutcome).self) { group in
            var upcoming = asked.indices.makeIterator()
            func addTask() {
                guard let index = upcoming.next() else { return }
                group.addTask { (index, try await self.outcome(of: addresses[index])) }
            }
            for _ in 0..<settings.concurrency { addTask() }
            for try await (index, outcome) in group {
                outcomes[index] = outcome
                addTask()
            }
        }
        let left = addresses.count - asked.count
        if left > 0 { note { $0.addMissing(left, host: "", .tooManyInRecord(limit: self.settings.maxRecordFiles), example: "") } }
        return outcomes
    }

    private func outcome(of address: AssetAddress) async throws -> AssetOutcome {
        let outcome = try await table.outcome(of: address) {
            do {
                return .file(try await lanes.run { try await file(at: address) })
            } catch let fault as AssetFault {
                note { $0.addMissing(host: address.host, fault, example: address.shown) }
                return .fault(fault)
            }
        }
        // The table has no entry for it, so that it is noted for each record.
        if case .fault(.tooManyInRun(let limit)) = outcome {
            note { $0.addMissing(host: address.host, .tooManyInRun(limit: limit), example: address.shown) }
        }
        return outcome
    }

    private func file(at address: AssetAddress) async throws -> AssetFile {
        switch address {
        case .web(let url): return try await fetch(url)
        case .data(let text):
            let content = try DataURL(text, limit: settings.client.maxResponseBytes).bytes
            let file = try store(content, stem: AssetName.defaultStem)
            note { $0.addEmbedded() }
            return file
        case .part: throw AssetFault.noAttachment
        case .invalid, .other: throw AssetFault.badAddress
        }
    }

    /// Fetches a file, unless the one of an earlier run is still valid.
    private func fetch(_ url: WebAddress) async throws -> AssetFile {
        let key = AssetEntry.key(of: url)
        let earlier = try earlierEntry(key)
        let known = settings.client.cache == nil && earlier?.conditions.isEmpty == false ? earlier : nil
        var request = settings.client.request(url, accepts: Self.accepts)
        request.isGuarded = !settings.allowsPrivateHosts
        request.step = "assets"
        for condition in known?.conditions ?? [] { request.headers[condition.name] = condition.value }
        let response: CompleteResponse
        do {
            response = try await reply(to: request)
        } catch AssetFault.unavailable(let reason) {
            guard let earlier else { throw AssetFault.notFetched(reason) }
            state.withLock { state in
                state.index.put(earlier)
                state.report.addEarlier(host: url.origin.host, reason: reason, example: url.shown)
            }
            return earlier.file
        }
        if response.head.status == 304, let known {
            state.withLock { state in
                state.index.put(known)
                state.report.addUnchanged()
            }
            return known.file
        }
        guard response.meaning == .content else { throw AssetFault.notFetched("the server answered \(response.head.status)") }
        let (headers, isFromCache) = (response.head.headers, response.isFromCache)
        let file = try store(response.body, stem: AssetName.stem(ofPath: url.path))
        let entry = AssetEntry(
            key: key, shown: url.shown, file: file, etag: headers["ETag"], lastModified: headers["Last-Modified"])
        state.withLock { state in
            state.index.put(entry)
            if isFromCache { state.report.addCached() } else { state.report.addFetched(bytes: file.bytes) }
        }
        return file
    }

    /// The entry of an earlier run whose file is still there.
    private func earlierEntry(_ key: String) throws -> AssetEntry? {
        guard let entry = state.withLock({ $0.index.entries[key] }), try output.size(of: [entry.file.name]) == entry.file.bytes else {
            return nil
        }
        return entry
    }

    /// - Throws: ``AssetFault``: `notFetched` for a file that the server does not have, `unavailable` for every other failure of the server
    ///   or the network; `CancellationError`.
    private func reply(to request: HTTPRequest) async throws -> CompleteResponse {
        do {
            return try await client.fetch(request) { $0 == 404 || $0 == 410 }
        } catch let missing as HandledStatus {
            throw AssetFault.notFetched(Self.words(missing.failure, of: request))
        } catch let failure as PipelineFailure {
            throw AssetFault.unavailable(Self.words(failure, of: request))
        }
    }

    /// The message of a failure, without the address: the warning names that itself.
    private static func words(_ failure: PipelineFailure, of request: HTTPRequest) -> String {
        let prefix = "\(RequestName(request).shown): "
        let words = failure.message.hasPrefix(prefix) ? String(failure.message.dropFirst(prefix.count)) : failure.message
        // Equal reasons are counted together, whatever their time.
        return words.replacing(#/ \(\d+ attempts in [^)]*\)/#, with: "")
    }

    /// Checks a file, names it, and writes it to the folder.
    private func store(_ content: borrowing some FileContent & ~Copyable, stem: String) throws -> AssetFile {
        // The transport ends a longer response early. This is for those that did not come through it.
        let limit = settings.client.maxResponseBytes
        guard content.count <= limit else { throw AssetFault.tooLong(limit: limit) }
        var head: [UInt8] = []
        var hash = SHA256Hasher()
        do throws(SystemError) {
            try content.forEachPiece { piece throws(SystemError) in
                if head.count < ImageSize.headBytes { head += piece.prefix(ImageSize.headBytes - head.count) }
                hash.update(piece)
                return true
            }
        } catch {
            throw PipelineFailure(.cannotWrite, "a temporary file cannot be read: \(error.reason)")
        }
        guard let kind = ImageKind(head) else { throw AssetFault.wrongKind(ImageKind.name(ofOther: head)) }
        let sha256 = hash.hex()
        let name = AssetName.name(stem: stem, sha256: sha256, kind: kind)
        let file = AssetFile(name: name, bytes: content.count, sha256: sha256, size: ImageSize(head: head, kind: kind))
        try output.write(content: content, to: [name])
        return file
    }

    /// The client of the run. It is made for the first request, because the engine's secrets are known only inside a run.
    private var client: HTTPClient {
        state.withLock { state in
            if let client = state.client { return client }
            let client = makeClient()
            state.client = client
            return client
        }
    }

    private func makeClient() -> HTTPClient {
        let requester = settings.client.cache?.mode == .offline ? nil : TokenClient(settings.client, network: network)
        let scope = CredentialScope(home: nil, allowed: settings.credentialHosts)
        let credentials = Credentials(settings.client.auth, scope: scope, requester: requester, clock: network.clock)
        return HTTPClient(settings.client, network: network, credentials: credentials)
    }

    private func note(_ change: (inout AssetReport) -> Void) { state.withLock { change(&$0.report) } }
}
