#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An output that is open for writing: standard output, a device or pipe, or a file that appears whole.
///
/// A file appears in three steps: ``write(_:)``, then ``prepare()``, which writes everything to the disk, then ``commit()``, which renames
/// the file. Without a commit, the old file stays.
///
/// If the name ends with `.gz` or `.zst`, the content is compressed. Equal content gives equal bytes.
public struct OpenOutput: ~Copyable {
    /// The open file. At most one of the properties is set. In a plan, none is set for a stream, which a plan does not open.
    private struct Destination: ~Copyable {
        var direct: SharedDescriptor?
        var file: (any WholeFile & ~Copyable)?

        mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
            if try file?.write(bytes) == nil { try direct?.descriptor.write(bytes) }
        }

        /// The length of a file in bytes, as far as it is written; 0 for others.
        var size: Int {
            switch file {
            case .some(let file): file.byteCount()
            case .none: 0
            }
        }

        /// The descriptor of a pipe, socket or terminal, whose reader can block a write; nil for others.
        var slow: SharedDescriptor? {
            guard let direct, let mode = try? direct.descriptor.status().st_mode & S_IFMT else { return nil }
            return mode == S_IFIFO || mode == S_IFSOCK || isatty(direct.descriptor.number) == 1 ? direct : nil
        }
    }

    private let name: String
    private let shown: String
    private let isStandardOutput: Bool
    private var target: Destination
    private let slow: SharedDescriptor?
    /// The plan that collects what a run would change; nil for an output that is written.
    private let plan: PlannedStepChanges?
    /// Compresses the content; nil for an output without compression, and after the end of the content.
    private var compressor: Compressor?

    /// Opens an output. A named pipe without a reader blocks the thread. In a task, use ``open(_:in:)``.
    ///
    /// Package access: the rejects and the files of commands are no outputs of components.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - name: The name in messages; nil for ``Output/shown``.
    ///   - plan: Collects what a run would change; nil for a run that writes.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    package init(_ output: Output, called name: String? = nil, plan: PlannedStepChanges? = nil) throws {
        let name = name ?? output.shown.printable
        let compressor = try Self.compressor(for: output, called: name)
        let target: Destination
        do {
            target = try Self.target(output, called: name, in: plan)
        } catch  where output.isSecret {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written")
        }
        self.init(target, compressor, output, called: name, in: plan)
    }

    /// Opens an output. A named pipe without a reader suspends the task and blocks no thread of the task pool.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - context: The context of the run: ``Batches/context``. A dry run writes nothing.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`; `CancellationError` as soon as the task is cancelled.
    public static func open(_ output: Output, in context: RunContext) async throws -> OpenOutput {
        guard case .device(let path) = output, context.plan == nil else { return try OpenOutput(output, plan: context.plan) }
        let name = output.shown.printable
        let compressor = try compressor(for: output, called: name)
        let opened = try await BlockingCall.run { SharedDescriptor(try special(path.value, called: name)) }
        return OpenOutput(Destination(direct: opened), compressor, output, called: name, in: nil)
    }

    private init(
        _ target: consuming Destination, _ compressor: consuming Compressor?, _ output: Output, called name: String,
        in plan: PlannedStepChanges?
    ) {
        isStandardOutput = output == .standardOutput
        self.name = name
        shown = output.shown
        slow = target.slow
        self.plan = plan
        self.target = target
        self.compressor = compressor
    }

    /// Takes an open file, whose owner puts it in place: ``prepare()`` completes the content, and ``commit()`` is not called.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - path: Its path, whose ending tells how it is compressed.
    ///   - name: Its name in messages.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init(_ file: consuming some WholeFile & ~Copyable, at path: String, called name: String) throws {
        let compressor = try Self.compressor(forPath: path, called: name)
        self.init(Destination(file: file), compressor, .file(MaskedText(path)), called: name, in: nil)
    }

    private static func compressor(for output: Output, called name: String) throws -> Compressor? {
        try output.path.flatMap { try compressor(forPath: $0, called: name) }
    }

    private static func compressor(forPath path: String, called name: String) throws -> Compressor? {
        guard let format = CompressedFormat(ofName: path), format.isSupported else { return nil }
        do throws(CompressionError) {
            return try Compressor(format)
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be compressed with \(format.rawValue): \(error.message)")
        }
    }

    /// Returns the first bytes of a file.
    ///
    /// Package access: the file of `--trace` is not one of a sink.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The largest number of bytes to read.
    package static func beginning(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
        return try FileDescriptor.read(from: file.number, upTo: limit)
    }

    private static func target(_ output: Output, called name: String, in plan: PlannedStepChanges?) throws -> Destination {
        let path: String
        switch output {
        case .file(let file): path = file.value
        case _ where plan != nil: return Destination()
        case .standardOutput: return Destination(direct: SharedDescriptor(FileDescriptor(owning: dup(STDOUT_FILENO))))
        case .device(let device): return Destination(direct: SharedDescriptor(try special(device.value, called: name)))
        }
        if FilePath.kind(of: path) == .folder { throw PipelineFailure(.cannotCreate, "\(name) cannot be written: it is a folder") }
        do {
            return Destination(file: try PlannedStepChanges.open(path, shown: output.shown, in: plan))
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error)")
        }
    }

    /// Opens a device or a pipe.
    private static func special(_ path: String, called name: String) throws -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor(opening: path, flags: O_WRONLY)
        } catch {
            throw PipelineFailure(.cannotCreate, "\(name) cannot be written: \(error)")
        }
    }

    /// Copies the file of an earlier run unchanged to the start of this one. In a compressed file, the new content follows as a new gzip
    /// member or Zstandard frame.
    mutating func copy(_ earlier: borrowing EarlierFile) throws {
        do throws(SystemError) {
            try target.file?.append(first: earlier.size, of: earlier.descriptor)
        } catch {
            throw failure(error)
        }
    }

    /// The unit in which files are written, in bytes.
    public static let blockBytes = FileDescriptor.blockBytes

    /// Appends the whole blocks at the start of a buffer and removes them from it. For a device or stream, it appends everything.
    ///
    /// At the end, append the rest with ``write(_:)``.
    ///
    /// - Parameter buffer: All bytes not written so far, in order.
    /// - Throws: As ``write(_:)``.
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

    /// Appends bytes. A slow reader suspends the task and blocks no thread of the task pool.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotWrite` or `outputClosed`; `CancellationError` as soon as the task is cancelled,
    ///   even if the write continues on its own thread.
    public mutating func write(_ bytes: [UInt8]) async throws {
        guard let slow else { return try writeWaiting(bytes) }
        let ready = try compressed(bytes.span) ?? bytes
        try await write(ready, to: slow)
    }

    /// Writes the rest of compressed content. A slow reader suspends the task. ``prepare()`` does this, too, and blocks the thread.
    mutating func finishContent() async throws {
        let end = try compressedEnd()
        guard !end.isEmpty else { return }
        if let slow { try await write(end, to: slow) } else { try writeTarget(end.span) }
    }

    private func write(_ bytes: [UInt8], to slow: SharedDescriptor) async throws {
        guard !bytes.isEmpty else { return }
        do {
            try await BlockingCall.run { try slow.descriptor.write(bytes.span) }
        } catch let error as SystemError {
            throw writeFailure(error)
        }
    }

    /// Appends bytes and blocks the thread meanwhile, for callers outside of a task.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotWrite` or `outputClosed`.
    public mutating func writeWaiting(_ bytes: [UInt8]) throws { try writeWaiting(bytes.span) }

    private mutating func writeWaiting(_ bytes: borrowing Span<UInt8>) throws {
        guard let ready = try compressed(bytes) else { return try writeTarget(bytes) }
        try writeTarget(ready.span)
    }

    /// Compresses content.
    ///
    /// - Returns: The bytes to write now, often none; nil if the output is not compressed.
    private mutating func compressed(_ bytes: borrowing Span<UInt8>) throws -> [UInt8]? {
        do throws(CompressionError) {
            return try compressor?.compress(bytes)
        } catch {
            throw PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.message)")
        }
    }

    /// Ends the compression.
    ///
    /// - Returns: The bytes that are left to write.
    private mutating func compressedEnd() throws -> [UInt8] {
        guard var ending = compressor.take() else { return [] }
        do throws(CompressionError) {
            return try ending.finish()
        } catch {
            throw PipelineFailure(.cannotWrite, "\(name) cannot be written: \(error.message)")
        }
    }

    private mutating func writeTarget(_ bytes: borrowing Span<UInt8>) throws {
        do throws(SystemError) {
            try target.write(bytes)
        } catch {
            throw writeFailure(error)
        }
    }

    private func writeFailure(_ error: SystemError) -> PipelineFailure {
        error.code == EPIPE && isStandardOutput ? PipelineFailure(.outputClosed, "standard output was closed") : failure(error)
    }

    /// Writes the whole content to the disk, beside the old file, so that only the rename is left to do.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotWrite`.
    public mutating func prepare() throws {
        let end = try compressedEnd()
        if !end.isEmpty { try writeTarget(end.span) }
        do throws(SystemError) {
            try target.file?.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// The length of a prepared file in bytes; 0 for a stream.
    var size: Int { target.size }

    /// Renames the file to its path.
    ///
    /// - Returns: Whether the existing file had the same content and was not touched.
    /// - Throws: ``PipelineFailure`` of the kind `cannotWrite`.
    public consuming func commit() throws -> Bool {
        let end = try compressedEnd()
        if !end.isEmpty { try writeTarget(end.span) }
        guard let file = target.file.take() else {
            if target.direct == nil { plan?.begin(.stream, shown: shown) }
            return false
        }
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
