internal import Checksums
internal import Pipeline

/// Writes an entry. It appears when it is complete, or not at all.
struct CacheEntryWriter: ~Copyable {
    private var entry: CacheEntry
    private var hash: SHA256Hasher
    private var file: AtomicFile
    private let masking: SecretValues
    /// The end of the last piece, which may be the beginning of a secret.
    private var rest: [UInt8] = []

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - entry: The head of the response. Its length and hash are placeholders.
    ///   - folder: The folder of the cache.
    ///   - masking: The secrets to replace in the body. Servers repeat them in errors, and in the URLs of next pages.
    /// - Returns: nil if the head is longer than ``CacheEntry/maxLineBytes``.
    /// - Throws: ``SystemError``.
    init?(_ entry: CacheEntry, in folder: consuming ConfinedFolder, masking: SecretValues = SecretValues()) throws(SystemError) {
        self.masking = masking
        let line = entry.line
        guard line.count <= CacheEntry.maxLineBytes else { return nil }
        var file = try AtomicFile(CacheFolder.name(of: entry.key), in: folder, isPrivate: true)
        try file.write(line.span)
        self.entry = entry
        self.file = file
        hash = SHA256Hasher()
    }

    /// Appends a piece of the body.
    mutating func write(_ piece: [UInt8]) throws(SystemError) {
        if masking.isEmpty { try store(piece) } else { try store(mask(piece, isEnd: false)) }
    }

    private mutating func mask(_ piece: [UInt8], isEnd: Bool) -> [UInt8] {
        let bytes = rest + piece
        let (output, remaining) = masking.masked(bytes, isEnd: isEnd)
        // Each secret is longer than what replaces it.
        if output.count + remaining.count != bytes.count { entry.isMasked = true }
        rest = remaining
        return output
    }

    private mutating func store(_ piece: [UInt8]) throws(SystemError) {
        try file.write(piece.span)
        hash.update(piece)
    }

    /// Puts the entry in place. Blocks until it has reached the disk.
    ///
    /// - Parameter replaced: The old entry. If it has the same content, it stays; nil: the entry is written in any case.
    /// - Throws: ``SystemError``, also if the entry's name is that of a symbolic link.
    consuming func commit(unlessSameAs replaced: CacheEntry?) throws(SystemError) {
        if !rest.isEmpty { try store(mask([], isEnd: true)) }
        entry.bodyBytes = hash.count
        entry.bodyHash = hash.hex()
        if let replaced, entry.hasContent(of: replaced) { return }
        try file.overwriteBeginning(entry.line.span)
        _ = try file.commit()
    }
}
