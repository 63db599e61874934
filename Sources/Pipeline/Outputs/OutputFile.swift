#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An output that is open for writing: standard output, a device or pipe, or a file that appears whole.
///
/// What is written appears in three steps: ``write(_:)``, ``prepare()``, which does all that may fail for want of space, and
/// ``commit()``. Without a commit the old file stays.
public struct OutputFile: ~Copyable {
    /// What is written to: one of the two is there.
    private struct Target: ~Copyable {
        var direct: SharedDescriptor?
        var file: AtomicFile?

        mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
            if try file?.write(bytes) == nil { try direct?.descriptor.write(bytes) }
        }

        /// What keeps a writer waiting until a reader reads: a pipe, a socket or a terminal.
        var slow: SharedDescriptor? {
            guard let direct, let mode = try? direct.descriptor.status().st_mode & S_IFMT else { return nil }
            return mode == S_IFIFO || mode == S_IFSOCK || isatty(direct.descriptor.number) == 1 ? direct : nil
        }
    }

    private let name: String
    private let isStandardOutput: Bool
    private var target: Target
    private let slow: SharedDescriptor?

    /// Opens an output. Blocks the thread where a named pipe has no reader; in a task, use ``open(_:)``.
    ///
    /// - Parameter name: The name in messages; nil for the output's own.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    public init(_ output: Output, called name: String? = nil) throws {
        let name = name ?? output.shown.printable
        let target: Target
        do {
            target = try Self.target(output, called: name)
        } catch  where output.isSecret {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written")
        }
        self.init(target, output, called: name)
    }

    /// Opens an output. A named pipe without a reader keeps the caller waiting, but no thread of the pipeline.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`; `CancellationError` as soon as the task is cancelled.
    public static func open(_ output: Output) async throws -> OutputFile {
        guard case .device(let path) = output else { return try OutputFile(output) }
        let name = output.shown.printable
        let opened = try await BlockingCall.run { SharedDescriptor(try special(path.value, called: name)) }
        return OutputFile(Target(direct: opened, file: nil), output, called: name)
    }

    private init(_ target: consuming Target, _ output: Output, called name: String) {
        isStandardOutput = output == .standardOutput
        self.name = name
        slow = target.slow
        self.target = target
    }

    /// The first bytes of a file.
    ///
    /// - Parameter limit: How many bytes are read at most.
    static func beginning(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        return try FileDescriptor.read(from: file.number, upTo: limit)
    }

    private static func target(_ output: Output, called name: String) throws -> Target {
        let path: String
        switch output {
        case .standardOutput: return Target(direct: SharedDescriptor(FileDescriptor(owning: dup(STDOUT_FILENO))), file: nil)
        case .device(let device): return Target(direct: SharedDescriptor(try special(device.value, called: name)), file: nil)
        case .file(let file): path = file.value
        }
        if FilePath.kind(of: path) == .folder { throw PipelineFailure(.cannotCreate, "\(name) cannot be written: it is a folder") }
        do {
            // A symbolic link that the user named is followed, so that the link stays.
            let place = FilePath.split(try FilePath.resolvingLinks(path))
            let folder = try OutputFolder(creating: place.folder)
            folder.removeLeftovers()
            return Target(direct: nil, file: try AtomicFile(place.name, in: folder))
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error)")
        }
    }

    /// A device or a pipe.
    private static func special(_ path: String, called name: String) throws -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor(opening: path, flags: O_WRONLY)
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error)")
        }
    }

    /// What appears whole is written in multiples of this number of bytes, which stay in the processor's cache until then. The system keeps them as
    /// long pages; writes of other lengths begin and end inside of pages, and cost a third more of the system's time.
    public static let blockBytes = 128 << 10

    /// Appends what is ready of a buffer, and takes it out: whole blocks, or everything where a reader may be waiting.
    ///
    /// What is left at the end is appended by ``write(_:)``, which says what is thrown.
    ///
    /// - Parameter buffer: All that has not been written so far, in order.
    public mutating func writeBlocks(of buffer: inout [UInt8]) async throws {
        guard target.direct == nil else {
            try await write(buffer)
            return buffer.removeAll(keepingCapacity: true)
        }
        let count = buffer.count / Self.blockBytes * Self.blockBytes
        guard count > 0 else { return }
        try writeWaiting(buffer.span.extracting(..<count))
        buffer.removeFirst(count)
    }

    /// Appends bytes. Where a reader is slow, the caller waits, but no thread of the pipeline.
    ///
    /// - Throws: ``PipelineFailure``; `CancellationError` as soon as the task is cancelled, what is being written is then left to itself.
    public mutating func write(_ bytes: [UInt8]) async throws {
        guard let slow else { return try writeWaiting(bytes) }
        do {
            try await BlockingCall.run { try slow.descriptor.write(bytes.span) }
        } catch let error as SystemError {
            throw writeFailure(error)
        }
    }

    /// Appends bytes, and blocks the thread meanwhile: for callers outside of a task.
    public mutating func writeWaiting(_ bytes: [UInt8]) throws { try writeWaiting(bytes.span) }

    private mutating func writeWaiting(_ bytes: borrowing Span<UInt8>) throws {
        do throws(SystemError) {
            try target.write(bytes)
        } catch {
            throw writeFailure(error)
        }
    }

    private func writeFailure(_ error: SystemError) -> PipelineFailure {
        error.code == EPIPE && isStandardOutput ? PipelineFailure(.outputClosed, "standard output was closed") : failure(error)
    }

    /// Brings everything to the disk that is written, beside the old file; putting it in place is all that is left.
    public mutating func prepare() throws {
        do throws(SystemError) {
            try target.file?.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether it was there with the same content already and was not touched.
    public consuming func commit() throws -> Bool {
        guard let file = target.file.take() else { return false }
        do {
            return try file.commit() == .unchanged
        } catch {
            throw PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.reason)")
    }
}
