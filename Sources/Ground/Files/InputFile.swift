internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An open input: a file, standard input, bytes in memory, or a stream of bytes.
package struct InputFile: ~Copyable {
    /// The size of a chunk in bytes: large enough to hide the cost of a system call, small enough to stay in the processor's cache.
    package static let chunkBytes = 256 << 10
    /// A chunk gets spare capacity of its length divided by this number, for the index that its reader appends.
    private static let spareShare = 4
    /// The capacity to reserve after a whole chunk, in bytes.
    package static let spareBytes = chunkBytes / spareShare
    /// The limit for a pipeline file, or a file that it names, in bytes.
    package static let maxConfigBytes = 16 << 20

    private enum Storage {
        case system(SharedDescriptor)
        case memory(MemoryFile)
        case stream(any ByteStream)
    }

    private let storage: Storage
    private let path: String
    /// The length in bytes; nil for pipes, devices and byte streams.
    package let size: Int?

    /// Opens a file or standard input. A named pipe without a writer suspends the task and blocks no thread of the task pool.
    ///
    /// - Parameter input: A file or standard input. The target HTTP fetches URLs.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`; `badData` for a file without bytes whose name promises compressed content.
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

    /// Takes ownership of an open file, and reads it from its start.
    ///
    /// - Parameters:
    ///   - file: The descriptor.
    ///   - shownName: The name in messages.
    package init(owning file: consuming FileDescriptor, shownAs shownName: String) {
        _ = lseek(file.number, 0, SEEK_SET)
        self.init(SharedDescriptor(file), shownAs: shownName)
    }

    /// Reads bytes in memory as a file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - shownName: The name in messages.
    package init(_ bytes: [UInt8], shownAs shownName: String) {
        path = shownName
        storage = .memory(MemoryFile(bytes))
        size = bytes.count
    }

    /// Reads a stream as a file without a known size.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - shownName: The name in messages.
    package init(_ stream: any ByteStream, shownAs shownName: String) {
        path = shownName
        storage = .stream(stream)
        size = nil
    }

    private static func descriptor(of input: Input) throws -> FileDescriptor {
        if input == .standardInput { return FileDescriptor(owning: dup(STDIN_FILENO)) }
        let path = input.name
        do {
            let file = try FileDescriptor(opening: path, flags: O_RDONLY)
            let status = try file.status()
            guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(action: "read", path: path, code: EISDIR) }
            if status.st_mode & S_IFMT == S_IFREG, status.st_size == 0, let fault = CompressedFormat.emptyFileFault(ofName: path) {
                throw PipelineFailure(.badData, "\(input.shown.printable): \(fault)")
            }
            return file
        } catch let error as SystemError {
            let hint = error.code == ENOENT ? input.addressHint : ""
            throw PipelineFailure(
                inputMissing: input.shown, "\(SystemError(action: error.action, path: input.shown, code: error.code))\(hint)")
        }
    }

    /// Reads the next chunk.
    ///
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`; `CancellationError` as soon as the task is cancelled.
    package func read() async throws -> [UInt8] {
        switch storage {
        case .memory(let memory): return memory.read(upTo: Self.chunkBytes, spare: Self.spareBytes)
        case .stream(let stream): return try await stream.read()
        case .system(let handle):
            // A read of a file returns promptly. A read of a pipe or terminal can block.
            if size != nil { return try Self.read(handle, path) }
            return try await BlockingCall.run { [path] in try Self.read(handle, path) }
        }
    }

    private static func read(_ handle: SharedDescriptor, _ path: String) throws -> [UInt8] {
        defer { withExtendedLifetime(handle) {} }
        do throws(SystemError) {
            return try FileDescriptor.read(from: handle.descriptor.number, upTo: chunkBytes, spare: spareBytes)
        } catch {
            throw failure(error, path)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> PipelineFailure {
        PipelineFailure(inputMissing: path, "cannot read \(path.printable): \(error.reason)")
    }

    /// The offset of the next chunk in bytes, for a file with a known ``size``; nil if the system does not know it.
    package var position: Int? {
        switch storage {
        case .memory(let memory): return memory.position
        case .stream: return nil
        case .system(let handle):
            let position = lseek(handle.descriptor.number, 0, SEEK_CUR)
            return position < 0 ? nil : Int(position)
        }
    }

    /// Checks that the file has not become shorter since it was opened.
    ///
    /// It asks for the length again, because some virtual files report a length that their content never has.
    ///
    /// - Parameter end: The offset in bytes at which reading has ended.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if the file is shorter than ``size`` now.
    package func checkLength(readTo end: Int) throws {
        guard case .system(let handle) = storage, let size, end < size, let now = try? handle.descriptor.status().st_size, now < size else {
            return
        }
        throw PipelineFailure(
            inputMissing: path, "\(path.printable) became shorter while it was read: it had \(size) bytes, and ends behind \(end)")
    }

    /// Moves the current position of a file with a known ``size``. Processes that share the open file see the new position.
    ///
    /// - Parameter offset: The offset of the next chunk in bytes.
    package func seek(to offset: Int) {
        switch storage {
        case .memory(let memory): memory.position = offset
        case .stream: break
        case .system(let handle): _ = lseek(handle.descriptor.number, off_t(offset), SEEK_SET)
        }
    }

    /// Reads a part of a file with a known ``size``. Several tasks may call this concurrently. The position of ``read()`` stays the same.
    ///
    /// - Parameters:
    ///   - offset: The offset in bytes from the start of the file.
    ///   - count: The length in bytes.
    /// - Returns: The bytes; fewer at the end of the file.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`.
    package func read(at offset: Int, count: Int) throws -> [UInt8] {
        let handle: SharedDescriptor
        switch storage {
        case .memory(let memory): return memory.read(at: offset, upTo: count, spare: count / Self.spareShare)
        case .stream: preconditionFailure("a stream has no known size, and is read in order")
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

    /// Reads a whole file and blocks the thread meanwhile, for small files such as pipeline files.
    ///
    /// - Parameters:
    ///   - input: A file or standard input.
    ///   - limit: The largest length in bytes.
    /// - Throws: ``PipelineFailure``: `inputMissing`; `badData` above the limit, or as ``open(_:)``.
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

    /// Reads the rest of the file, and blocks no thread of the task pool.
    ///
    /// - Parameter limit: The largest length in bytes.
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing`, or `badData` above the limit.
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

/// Bytes that arrive in pieces, such as the body of a response.
public protocol ByteStream: Sendable {
    /// Returns the next bytes.
    ///
    /// - Returns: The bytes; none at the end of a complete stream.
    /// - Throws: The reason why the stream broke; `CancellationError`.
    func read() async throws -> [UInt8]
}

/// Bytes in memory with a current position, like an open file. A class, because several tasks read it.
private final class MemoryFile: Sendable {
    private let bytes: [UInt8]
    private let place = Mutex(0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The offset of the next chunk in bytes.
    var position: Int {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// Reads the next chunk; empty at the end.
    func read(upTo limit: Int, spare: Int) -> [UInt8] {
        place.withLock { place in
            let piece = read(at: place, upTo: limit, spare: spare)
            place += piece.count
            return piece
        }
    }

    /// Reads a part of the bytes; fewer at the end.
    ///
    /// - Parameter spare: The capacity in bytes to reserve after the result, for the caller to append.
    func read(at offset: Int, upTo limit: Int, spare: Int) -> [UInt8] {
        let start = min(max(0, offset), bytes.count)
        let end = min(start + limit, bytes.count)
        var piece: [UInt8] = []
        piece.reserveCapacity(end - start + spare)
        piece += bytes[start..<end]
        return piece
    }
}
