#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The target of a writer with one output: standard output, a device or pipe, or a file that appears whole.
///
/// What is written appears in three steps: ``write(_:)``, ``prepare()``, which does all that may fail for want of space, and
/// ``commit()``. Without a commit the old file stays.
package struct OutputFile: ~Copyable {
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

    /// Opens an output, and blocks the thread where a named pipe has no reader: for callers outside of a task.
    ///
    /// - Parameters:
    ///   - path: A path, or `-` for standard output.
    ///   - name: What messages call it; nil for the path.
    ///   - isSecret: Whether messages say nothing of the folders on the way to it.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    package init(_ path: String, called name: String? = nil, isSecret: Bool = false) throws {
        let name = name ?? Self.name(of: path)
        let target: Target
        do {
            target = try Self.target(path, called: name)
        } catch  where isSecret {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written")
        }
        self.init(target, path, called: name)
    }

    /// Opens an output. A named pipe without a reader keeps the caller waiting, but no thread of the pipeline.
    ///
    /// - Parameter output: A path, or `-` for standard output.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`; `CancellationError` as soon as the task is cancelled.
    package static func open(_ output: MaskedText) async throws -> OutputFile {
        let path = output.value
        let name = output.isSecret ? output.shown.printable : name(of: path)
        guard path != "-", !appearsWhole(path) else { return try OutputFile(path, called: name, isSecret: output.isSecret) }
        let opened = try await BlockingCall.run { SharedDescriptor(try special(path, called: name)) }
        return OutputFile(Target(direct: opened, file: nil), path, called: name)
    }

    private init(_ target: consuming Target, _ path: String, called name: String) {
        isStandardOutput = path == "-"
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

    private static func name(of path: String) -> String { path == "-" ? "standard output" : path.printable }

    /// Whether an output at this path stays as it was if the run fails.
    package static func appearsWhole(_ path: String) -> Bool { path != "-" && FilePath.kind(of: path) != .special }

    private static func target(_ path: String, called name: String) throws -> Target {
        if path == "-" { return Target(direct: SharedDescriptor(FileDescriptor(owning: dup(STDOUT_FILENO))), file: nil) }
        if !appearsWhole(path) { return Target(direct: SharedDescriptor(try special(path, called: name)), file: nil) }
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
    package static let blockBytes = 128 << 10

    /// Appends what is ready of a buffer, and takes it out: whole blocks, or everything where a reader may be waiting.
    ///
    /// What is left at the end is appended by ``write(_:)``, which says what is thrown.
    ///
    /// - Parameter buffer: All that has not been written so far, in order.
    package mutating func writeBlocks(of buffer: inout [UInt8]) async throws {
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
    package mutating func write(_ bytes: [UInt8]) async throws {
        guard let slow else { return try writeWaiting(bytes) }
        do {
            try await BlockingCall.run { try slow.descriptor.write(bytes.span) }
        } catch let error as SystemError {
            throw writeFailure(error)
        }
    }

    /// Appends bytes, and blocks the thread meanwhile: for callers outside of a task.
    package mutating func writeWaiting(_ bytes: [UInt8]) throws { try writeWaiting(bytes.span) }

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
    package mutating func prepare() throws {
        do throws(SystemError) {
            try target.file?.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// Puts the file in place.
    ///
    /// - Returns: Whether it was there with the same content already and was not touched.
    package consuming func commit() throws -> Bool {
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
