internal import Checksums
internal import Ground
internal import Synchronization

/// Reads the body of a stored response. The file was checked when it was opened.
///
/// A class, because copies of it must share the position. The file stays the same if another run replaces the entry meanwhile.
final class CachedBody: BodyReader {
    let entry: CacheEntry
    private let file: InputFile
    /// The file in messages.
    private let shown: String
    private let start: Int
    /// The offset in the body of the next piece.
    private let position = Mutex(0)

    /// Checks the file of an entry.
    ///
    /// - Parameters:
    ///   - key: The key that the file must have, because a file can be renamed.
    ///   - shown: The file in messages.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` for a file that cannot be read, or that is not the complete, undamaged entry
    ///   of the key; `CancellationError`.
    init(_ descriptor: consuming FileDescriptor, key: CacheKey, shownAs shown: String) throws {
        let file = InputFile(owning: descriptor, shownAs: shown)
        guard let size = file.size else { throw PipelineFailure(.inputMissing, "cannot read \(shown.printable): it is no regular file") }
        let beginning = try file.read(at: 0, count: min(size, CacheEntry.maxLineBytes))
        guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")), let entry = CacheEntry(line: Array(beginning[..<end])),
            entry.key == key, size - (end + 1) == entry.bodyBytes
        else { throw Self.damaged(shown) }
        self.entry = entry
        self.file = file
        self.shown = shown
        start = end + 1
        guard try hasIntactBody() else { throw Self.damaged(shown) }
    }

    private static func damaged(_ shown: String) -> PipelineFailure {
        PipelineFailure(.inputMissing, "cannot read \(shown.printable): it is damaged, or another file than the cache made")
    }

    private func hasIntactBody() throws -> Bool {
        var hash = SHA256Hasher()
        while hash.count < entry.bodyBytes {
            if Task.isCancelled { throw CancellationError() }
            let piece = try read(at: hash.count)
            guard !piece.isEmpty else { return false }
            hash.update(piece)
        }
        return hash.hex() == entry.bodyHash
    }

    /// Reads a piece of the body.
    ///
    /// - Parameter offset: The offset in the body in bytes.
    /// - Returns: At most 256 KiB; none at the end.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    func read(at offset: Int) throws -> [UInt8] {
        let count = min(InputFile.chunkBytes, entry.bodyBytes - offset)
        return count > 0 ? try file.read(at: start + offset, count: count) : []
    }

    func read() async throws -> [UInt8] {
        try Task.checkCancellation()
        return try position.withLock { position in
            let piece = try read(at: position)
            guard !piece.isEmpty || position == entry.bodyBytes else {
                throw PipelineFailure(.inputMissing, "\(shown.printable): a stored response became shorter while it was read")
            }
            position += piece.count
            return piece
        }
    }

    func cancel() {}
}
