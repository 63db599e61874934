#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file, or standard input, that is read from beginning to end.
package struct InputFile: ~Copyable {
    /// How much is read at once, in bytes: large enough to hide the cost of a call, small enough to stay in the cache.
    package static let chunkBytes = 256 << 10
    /// Room behind a chunk for what its reader notes of it: this part of its length.
    private static let spareShare = 4
    /// How long a pipeline file, or a file that it names, may be, in bytes.
    package static let maxConfigBytes = 16 << 20

    private enum Storage {
        case system(SharedDescriptor)
        case memory(MemoryFile)
    }

    private let storage: Storage
    private let path: String
    /// The length in bytes, where the system knows it.
    package let size: Int?

    /// Opens a file or standard input. A named pipe keeps the caller waiting until a writer opens it, but no thread of the pipeline.
    ///
    /// - Parameter input: No address: fetching is not the core's matter.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    package static func open(_ input: Input) async throws -> InputFile {
        let handle = try await BlockingCall.run { SharedDescriptor(try descriptor(of: input)) }
        return InputFile(handle, shownAs: input.shown)
    }

    private init(_ handle: SharedDescriptor, shownAs shownName: String) {
        path = shownName
        storage = .system(handle)
        let status = try? handle.descriptor.status()
        size = status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
    }

    /// Takes over an open file, which is read from its beginning.
    ///
    /// - Parameter shownName: What messages call it.
    package init(owning file: consuming FileDescriptor, shownAs shownName: String) {
        _ = lseek(file.number, 0, SEEK_SET)
        self.init(SharedDescriptor(file), shownAs: shownName)
    }

    /// Bytes in memory that are read as a file.
    ///
    /// - Parameter shownName: What messages call it.
    package init(_ bytes: [UInt8], shownAs shownName: String) {
        path = shownName
        storage = .memory(MemoryFile(bytes))
        size = bytes.count
    }

    private static func descriptor(of input: Input) throws -> FileDescriptor {
        if input == .standardInput { return FileDescriptor(owning: dup(STDIN_FILENO)) }
        let path = input.name
        do {
            let file = try FileDescriptor(opening: path, flags: O_RDONLY)
            guard try file.status().st_mode & S_IFMT != S_IFDIR else { throw SystemError(action: "read", path: path, code: EISDIR) }
            return file
        } catch let error as SystemError {
            throw PipelineFailure(.inputMissing, "\(SystemError(action: error.action, path: input.shown, code: error.code))")
        }
    }

    /// Reads the next piece.
    ///
    /// - Returns: The bytes; none at the end.
    package func read() async throws -> [UInt8] {
        switch storage {
        case .memory(let memory): return memory.read(upTo: Self.chunkBytes, spare: Self.chunkBytes / Self.spareShare)
        case .system(let handle):
            // A file answers at once; a pipe or terminal may keep the caller waiting.
            if size != nil { return try Self.read(handle, path) }
            return try await BlockingCall.run { [path] in try Self.read(handle, path) }
        }
    }

    private static func read(_ handle: SharedDescriptor, _ path: String) throws -> [UInt8] {
        defer { withExtendedLifetime(handle) {} }
        do throws(SystemError) {
            return try FileDescriptor.read(from: handle.descriptor.number, upTo: chunkBytes, spare: chunkBytes / spareShare)
        } catch {
            throw failure(error, path)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> PipelineFailure {
        PipelineFailure(.inputMissing, "cannot read \(path.printable): \(error.reason)")
    }

    /// How many bytes of a file whose ``size`` is known lie before the next piece; nil if the system does not tell.
    package var position: Int? {
        switch storage {
        case .memory(let memory): return memory.position
        case .system(let handle):
            let position = lseek(handle.descriptor.number, 0, SEEK_CUR)
            return position < 0 ? nil : Int(position)
        }
    }

    /// Makes sure that a file whose ``size`` is known has not become shorter.
    ///
    /// - Parameter end: Where the file was found to end, in bytes.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if the file was longer when it was opened, and is no more: of some files
    ///   the system always says a length that they do not have.
    package func checkLength(readTo end: Int) throws {
        guard case .system(let handle) = storage, let size, end < size, let now = try? handle.descriptor.status().st_size, now < size else {
            return
        }
        throw PipelineFailure(
            .inputMissing, "\(path.printable) became shorter while it was read: it had \(size) bytes, and ends behind \(end)")
    }

    /// Goes on at another place of a file whose ``size`` is known; so do all others that share the open file.
    ///
    /// - Parameter offset: How many bytes of the file lie before it.
    package func seek(to offset: Int) {
        switch storage {
        case .memory(let memory): memory.position = offset
        case .system(let handle): _ = lseek(handle.descriptor.number, off_t(offset), SEEK_SET)
        }
    }

    /// Reads any piece of a file whose ``size`` is known. Several may do so at once; what ``read()`` reads next stays the same.
    ///
    /// - Parameters:
    ///   - offset: How many bytes of the file lie before the piece.
    ///   - count: How long the piece is, in bytes.
    /// - Returns: The bytes; fewer at the end of the file.
    package func read(at offset: Int, count: Int) throws -> [UInt8] {
        let handle: SharedDescriptor
        switch storage {
        case .memory(let memory): return memory.read(at: offset, upTo: count, spare: count / Self.spareShare)
        case .system(let descriptor): handle = descriptor
        }
        defer { withExtendedLifetime(handle) {} }
        do throws(SystemError) {
            return try FileDescriptor.read(
                from: handle.descriptor.number, at: offset, upTo: count, spare: count / Self.spareShare)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Reads a whole file at once, and keeps the thread waiting meanwhile: for files that people write.
    ///
    /// - Parameters:
    ///   - input: A file or standard input.
    ///   - limit: The most that is read, in bytes.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`, or `badData` above the limit.
    package static func readAll(_ input: Input, limit: Int) throws -> [UInt8] {
        let handle = SharedDescriptor(try descriptor(of: input))
        let shown = input.shown
        var bytes: [UInt8] = []
        while true {
            let piece = try read(handle, shown)
            if piece.isEmpty { return bytes }
            bytes += piece
            try check(bytes.count, limit: limit, shown)
        }
    }

    /// Reads all that is left, as ``readAll(_:limit:)`` does, but no thread of the pipeline waits.
    package func readAll(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try await read()
            if piece.isEmpty { return bytes }
            bytes += piece
            try Self.check(bytes.count, limit: limit, path)
        }
    }

    private static func check(_ count: Int, limit: Int, _ path: String) throws {
        if count > limit { throw PipelineFailure(.badData, "\(path.printable) is longer than the limit of \(limit) bytes") }
    }
}
