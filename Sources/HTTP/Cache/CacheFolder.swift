internal import Checksums
internal import Ground

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The folder of a cache. It has a file for each response, and one with the random salt for hashes of accounts.
struct CacheFolder: Sendable {
    /// The extension of the files.
    private static let suffix = ".response"
    /// The name of the file with the salt.
    private static let saltName = "salt"
    /// The number of random 64-bit numbers that a salt is made of.
    private static let saltWords = 4
    private static let modeOfPrivateFile: mode_t = 0o600

    /// The path, without a slash at the end.
    let path: String
    /// The folder's name in messages.
    private let shown: String

    /// - Parameters:
    ///   - path: The path.
    ///   - shown: The folder's name in messages; nil: its path.
    init(_ path: String, shownAs shown: String? = nil) {
        let slashes = path.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
        let trimmed = String(decoding: path.utf8.dropLast(slashes), as: UTF8.self)
        self.path = trimmed.isEmpty ? path : trimmed
        self.shown = shown ?? self.path
    }

    /// The name of the file of a response.
    static func name(of key: CacheKey) -> String { key.text + suffix }

    /// Opens a stored response, and checks all of it.
    ///
    /// - Returns: nil if it is missing.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` for a file that cannot be read or is damaged; `CancellationError`.
    func open(_ key: CacheKey) throws -> CachedBody? {
        let name = Self.name(of: key)
        guard let file = try openFile(name) else { return nil }
        return try CachedBody(file, key: key, shownAs: "\(shown)/\(name)")
    }

    /// Opens a file of the folder to read it.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    private func openFile(_ name: String) throws(PipelineFailure) -> FileDescriptor? {
        do throws(SystemError) {
            // O_NONBLOCK: a pipe with this name must not block the run.
            return try FileDescriptor(opening: "\(path)/\(name)", flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            if error.code == ENOENT { return nil }
            throw PipelineFailure(.inputMissing, "cannot open \("\(shown)/\(name)".printable): \(error.reason)")
        }
    }

    /// Opens the folder to write to it. A missing folder is created, for this user alone.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    func openForWriting() throws -> ConfinedFolder {
        if FilePath.kind(of: path) == nil {
            _ = try ConfinedFolder(creating: FilePath.split(path).folder)
            // If another run has created the folder meanwhile, this fails, and the folder is opened below.
            try? ConfinedFolder.makePrivate(at: path)
        }
        return try ConfinedFolder(creating: path)
    }

    /// The salt of the folder.
    ///
    /// - Returns: nil if the folder has none.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` for a file that exists and cannot be read.
    func salt() throws(PipelineFailure) -> String? {
        guard let file = try openFile(Self.saltName) else { return nil }
        return Self.salt(in: file)
    }

    /// The salt of the folder. A missing or damaged one is replaced.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`; ``SystemError``.
    func makeSalt() throws -> String {
        if let salt = try? salt() { return salt }
        _ = try openForWriting()
        let file = try FileDescriptor(
            opening: saltPath, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: Self.modeOfPrivateFile)
        // Two runs that start at the same time must use the same salt. The lock ends with this method, or with the process.
        while flock(file.number, LOCK_EX) != 0, errno == EINTR {}
        if let salt = Self.salt(in: file) { return salt }
        let words = (0..<Self.saltWords).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        let salt = SHA256Hasher.hex(of: words.joined(separator: " ").utf8)
        ftruncate(file.number, 0)
        lseek(file.number, 0, SEEK_SET)
        try file.write(Array("\(salt)\n".utf8).span)
        try file.synchronize()
        return salt
    }

    private var saltPath: String { "\(path)/\(Self.saltName)" }

    private static func salt(in file: borrowing FileDescriptor) -> String? {
        lseek(file.number, 0, SEEK_SET)
        let length = SHA256Hasher.digitCount + 1
        guard let bytes = try? FileDescriptor.read(from: file.number, upTo: length), bytes.last == UInt8(ascii: "\n") else { return nil }
        // A salt is written like a cache key: as hexadecimal digits of a hash.
        return CacheKey(text: String(decoding: bytes.dropLast(), as: UTF8.self))?.text
    }
}

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
        // Each secret is longer than its replacement, so a shorter output contains a masked secret.
        if output.count + remaining.count != bytes.count { entry.isMasked = true }
        rest = remaining
        return output
    }

    private mutating func store(_ piece: [UInt8]) throws(SystemError) {
        try file.write(piece.span)
        hash.update(piece)
    }

    /// Renames the finished file to the name of the entry. Blocks until the data has reached the disk.
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
