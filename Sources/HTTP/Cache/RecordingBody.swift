internal import Pipeline
internal import Synchronization

/// A body from a server that is stored while it is read. If it breaks or is cancelled, nothing is stored.
///
/// A class, because copies of it must share the writer, and a cancellation may come from another task.
final class RecordingBody: BodyReader {
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

    /// Reads and stores the body now, if it is short.
    ///
    /// - Parameter limit: The number of bytes after which it stops.
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
