public import Pipeline

/// Reads a file, standard input or an http(s) URL in chunks. Built-in sources and those of plug-ins read with it.
///
///     var input = try await InputReader(from)
///     while case let chunk = try await input.read(), !chunk.isEmpty { … }
///
/// The whole response of a URL is fetched first; a response of more than 8 MiB is
/// stored in an unnamed temporary file. A fetch fails after 30 seconds without a byte, after one hour, above 16 GiB, or after 10 redirects.
/// The type is noncopyable, because it owns an open file.
public struct InputReader: ~Copyable, Sendable {
    /// The open file, positioned at the next chunk.
    let file: InputFile
    /// A warning about the input, for ``RecordWriter/warn(_:of:)``; nil if there is none.
    public let remark: String?
    /// The name of the input in messages.
    private let shown: String
    private var isAtStart = true
    /// Counts the bytes; nil if the run shows no progress of this input.
    private var progress: InputProgress?

    /// Opens an input.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - showsProgress: Whether the run's ``InputProgress`` counts the bytes. True for the input of a source; false where a stage reads
    ///     something beside it.
    /// - Throws: ``PipelineFailure``: `inputMissing` for a file, `remoteUnavailable` or `credentialsRefused` for a URL.
    public init(_ input: Input, showsProgress: Bool = false) async throws {
        let shown = input.shown.printable
        if case .web = input {
            let response = try await Download(input).open()
            let remark = response.head.namesNextPage ? "the answer names a next page; only this one is read" : nil
            self.init(response.file, shown: shown, remark: remark)
        } else {
            self.init(try await InputFile.open(input), shown: shown)
        }
        progress = showsProgress ? InputProgress.current : nil
        progress?.begin(size: file.size)
    }

    private init(_ file: consuming InputFile, shown: String, remark: String? = nil) {
        self.file = file
        self.shown = shown
        self.remark = remark
    }

    /// The position of the next chunk in the input's file, in bytes; nil at the end, and for an input that is not a file on disk.
    var position: Int? {
        guard let size = file.size, let position = file.position, position < size else { return nil }
        return position
    }

    /// Reads the next chunk. The first one is long enough to detect its encoding, unless the whole input is shorter.
    ///
    /// - Returns: The bytes; empty at the end.
    /// - Throws: ``PipelineFailure``: `inputMissing` if reading fails, `badData` for a compressed file.
    public mutating func read() async throws -> [UInt8] {
        var bytes = try await file.read()
        defer { progress?.add(bytes.count) }
        guard isAtStart else { return bytes }
        isAtStart = false
        while !bytes.isEmpty, ByteOrderMark.needsMore(bytes) || CompressedFormat.needsMore(bytes) {
            let more = try await file.read()
            if more.isEmpty { break }
            bytes += more
        }
        if let format = CompressedFormat(beginning: bytes) {
            throw PipelineFailure(.badData, "\(shown) is \(format.inputFault)")
        }
        return bytes
    }

    /// Reads the rest of the input.
    ///
    /// - Parameter limit: The limit of the rest, in bytes.
    /// - Returns: The bytes; empty at the end.
    /// - Throws: As ``read()``, and ``PipelineFailure`` of the kind `badData` above the limit.
    public mutating func readAll(limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try await read()
            if piece.isEmpty { return bytes }
            bytes += piece
            if bytes.count > limit { throw PipelineFailure(.badData, "\(shown) is longer than the limit of \(limit) bytes") }
        }
    }
}
