internal import Checksums
internal import HTTP
internal import HTTPReading
internal import Pipeline
internal import Synchronization
internal import WebAddresses

/// One run of the stage: its requests, its files, and what it has found so far.
///
/// A class, because all workers use it.
final class AssetRun: Sendable {
    private struct State {
        var index: AssetIndex
        var report: AssetReport
    }

    private let settings: AssetSettings
    private let output: StageFiles
    private let network: RunNetwork
    private let fetcher: AssetFetcher
    /// The files of the addresses, so that each address is requested once.
    private let fetched: SingleFlightCache<AssetFile>
    /// The files of the addresses in each folder.
    private let files = SingleFlightCache<FileWithCopies>()
    /// Makes smaller copies; nil if the content needs none.
    private let copyMaker: CopyMaker?
    /// Limits the files in progress in the run, whatever the number of records.
    private let progress: AsyncLock
    private let state: Mutex<State>

    init(_ settings: AssetSettings, output: StageFiles, index: AssetIndex, in context: RunContext) {
        self.settings = settings
        self.output = output
        network = context.network
        fetcher = AssetFetcher(settings, in: context)
        fetched = SingleFlightCache(maxValues: settings.maxFiles)
        copyMaker = settings.makesCopies ? CopyMaker(output, by: settings.copyPrograms) : nil
        progress = AsyncLock(maxSharers: settings.concurrency)
        state = Mutex(State(index: index, report: AssetReport(isRequired: settings.isRequired)))
    }

    /// The content of the index; nil if it is that of the file.
    var changedIndex: [UInt8]? {
        state.withLock { $0.index.isChanged ? $0.index.content(limit: settings.maxIndexEntries) : nil }
    }

    /// The result in sentences.
    var notes: [String] { [state.withLock { $0.report.note }] + (copyMaker?.report.notes ?? []) }

    /// Adds the warnings about missing files to those of the run.
    func warn() {
        for warning in state.withLock({ $0.report.warnings }) + (copyMaker?.report.warnings ?? []) { network.warn(warning) }
    }

    /// Finds the files of a record.
    ///
    /// - Parameters:
    ///   - addresses: The addresses, each once.
    ///   - folder: The names of the folders for the files, below that of the stage.
    ///   - links: Those of the addresses that are only in links, which may lead to pages.
    /// - Returns: The files in the same order.
    /// - Throws: `CancellationError`; ``PipelineFailure`` if a file cannot be written.
    func files(
        at addresses: [AssetAddress], in folder: [String], links: Set<AssetAddress>
    ) async throws -> [Result<FileWithCopies, AssetFault>] {
        let limit = settings.maxRecordFiles
        let asked = addresses.prefix(limit)
        var files = [Result<FileWithCopies, AssetFault>](repeating: .failure(.tooManyInRecord(limit: limit)), count: addresses.count)
        try await withThrowingTaskGroup(of: (Int, Result<FileWithCopies, AssetFault>).self) { group in
            var upcoming = asked.indices.makeIterator()
            func addTask() {
                guard let index = upcoming.next() else { return }
                let address = addresses[index]
                group.addTask { (index, try await self.file(at: address, in: folder, isLink: links.contains(address))) }
            }
            for _ in 0..<settings.concurrency { addTask() }
            for try await (index, file) in group {
                files[index] = file
                addTask()
            }
        }
        let left = addresses.count - asked.count
        if left > 0 { note { $0.addMissing(left, host: "", .tooManyInRecord(limit: limit), example: "") } }
        return files
    }

    /// Counts addresses of a record that lead to no file, because they are relative.
    func miss(_ addresses: [AssetAddress]) {
        guard let first = addresses.first else { return }
        note { $0.addMissing(addresses.count, host: "", .relative, example: first.shown) }
    }

    /// Counts addresses of files that are not fetched.
    func leave(_ counts: [AssetKind: Int]) { if !counts.isEmpty { note { $0.addLeft(counts) } } }

    private func file(
        at address: AssetAddress, in folder: [String], isLink: Bool
    ) async throws -> Result<FileWithCopies, AssetFault> {
        do {
            let place = folder.isEmpty ? "" : folder.joined(separator: "/") + "\n"
            let file = try await files.value(for: place + address.key) {
                let file = try await self.fetched.value(for: address.key) {
                    do {
                        return (try await self.progress.withSharedLock { try await self.makeFile(of: address, in: folder) }, 0)
                    } catch let fault as AssetFault {
                        self.note {
                            if isLink, case .wrongKind = fault {
                                $0.addPage()
                            } else {
                                $0.addMissing(host: address.host, fault, example: address.shown)
                            }
                        }
                        throw fault
                    }
                }
                let placed = try self.place(file, in: folder)
                return (FileWithCopies(file: placed, copies: try await self.copyMaker?.copies(of: placed) ?? []), 0)
            }
            return .success(file)
        } catch let fault as AssetFault {
            return .failure(fault)
        } catch is SingleFlightCacheFull {
            let fault = AssetFault.tooManyInRun(limit: settings.maxFiles)
            // The table has no entry for the address, so that each record notes this fault.
            note { $0.addMissing(host: address.host, fault, example: address.shown) }
            return .failure(fault)
        }
    }

    /// Copies a file to another folder, unless it is there.
    private func place(_ file: AssetFile, in folder: [String]) throws -> AssetFile {
        guard file.folder != folder else { return file }
        let placed = file.moved(to: folder)
        if try output.size(of: placed.path) == file.bytes { return placed }
        guard let number = try output.opened(file.path) else { throw AssetFault.notFetched("its file was removed meanwhile") }
        let source = FileDescriptor(owning: number)
        var content: [UInt8] = []
        do throws(SystemError) {
            while case let piece = try FileDescriptor.read(from: source.number, upTo: file.bytes), !piece.isEmpty { content += piece }
        } catch {
            throw PipelineFailure(.cannotWrite, "the file \(file.name) cannot be read again: \(error.reason)")
        }
        try output.write(content, to: placed.path)
        return placed
    }

    /// - Parameter folder: The folder of the record that names the address first.
    private func makeFile(of address: AssetAddress, in folder: [String]) async throws -> AssetFile {
        switch address {
        case .web(let url, let isSecret): return try await fetch(url, shown: isSecret ? "***" : url.shown, in: folder)
        case .data(let text):
            let content = try DataURL(text, limit: settings.client.maxResponseBytes).bytes
            let file = try store(content, stem: AssetName.defaultStem, ending: "", in: folder)
            note { $0.addEmbedded() }
            return file
        case .local(let path):
            guard let local = settings.local, let name = path.last else { throw AssetFault.badAddress }
            let content = try local.content(of: path, limit: settings.client.maxResponseBytes)
            let file = try store(content, stem: AssetName.stem(ofPath: name), ending: AssetKind.ending(of: name), in: folder)
            note { $0.addLocal() }
            return file
        case .outside: throw AssetFault.notFetched("expected the path of a file inside the folder of \"local\"")
        case .part: throw AssetFault.noAttachment
        case .relative: throw AssetFault.relative
        case .invalid, .other: throw AssetFault.badAddress
        }
    }

    /// Fetches a file, unless the one of an earlier run is still valid.
    ///
    /// - Parameter shown: The URL in the index and in messages.
    private func fetch(_ url: WebAddress, shown: String, in folder: [String]) async throws -> AssetFile {
        let key = AssetEntry.key(of: url)
        let earlier = try earlierEntry(key)
        // A cache itself validates its response with the server, and a recording needs the whole response.
        let known = settings.client.cache == nil && network.access == .open && earlier?.conditions.isEmpty == false ? earlier : nil
        let response: CompleteResponse
        do {
            response = try await fetcher.response(to: url, conditions: known?.conditions ?? [])
        } catch AssetFault.unavailable(let reason) {
            guard let earlier else { throw AssetFault.notFetched(reason) }
            return put(earlier) { $0.addEarlier(host: url.origin.hostAndPort.printable, reason: reason, example: shown) }
        }
        if response.head.status == 304, let known { return put(known) { $0.addUnchanged() } }
        guard response.meaning == .content else {
            let status = response.head.status
            throw AssetFault.notFetched(
                status == 304 ? "the server answered 304" : "\"responses\" passes over a response with the status \(status)")
        }
        let (headers, isFromCache) = (response.head.headers, response.isFromCache)
        let file = try store(
            response.body, stem: AssetName.stem(ofPath: url.path), ending: AssetKind.ending(of: url.path), in: folder)
        let entry = AssetEntry(
            key: key, shown: shown, file: file, etag: headers["ETag"], lastModified: headers["Last-Modified"])
        return put(entry) { if isFromCache { $0.addCached() } else { $0.addFetched(bytes: file.bytes) } }
    }

    /// The entry of an earlier run whose file is still there.
    private func earlierEntry(_ key: String) throws -> AssetEntry? {
        guard let entry = state.withLock({ $0.index.entries[key] }), try output.size(of: entry.file.path) == entry.file.bytes,
            // An earlier run may have kept other kinds.
            let kind = AssetKind(ending: AssetKind.ending(of: entry.file.name)), settings.kinds.contains(kind)
        else { return nil }
        return entry
    }

    /// Puts an entry into the index, and notes where its file comes from.
    private func put(_ entry: AssetEntry, _ change: (inout AssetReport) -> Void) -> AssetFile {
        state.withLock { state in
            state.index.put(entry)
            change(&state.report)
        }
        return entry.file
    }

    /// Checks a file, names it, and writes it to the folder.
    private func store(
        _ content: borrowing some FileContent & ~Copyable, stem: String, ending: String, in folder: [String]
    ) throws -> AssetFile {
        // The transport ends a longer response early. This check is for content that did not come through the transport.
        let limit = settings.client.maxResponseBytes
        guard content.count <= limit else { throw AssetFault.tooLong(limit: limit) }
        let file = try AssetFile(content, stem: stem, ending: ending, kinds: settings.kinds).moved(to: folder)
        try output.write(content: content, to: file.path)
        return file
    }

    private func note(_ change: (inout AssetReport) -> Void) { state.withLock { change(&$0.report) } }
}
