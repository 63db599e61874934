public import Pipeline

/// Reads a file, standard input or an http(s) URL in pieces. This is how sources read, built-in or not.
///
///     var input = try await InputReader(from)
///     while case let piece = try await input.read(), !piece.isEmpty { … }
///
/// Progress of the run counts what is read. The whole response of a URL is fetched first, within the limits of ``DownloadLimits``; a long
/// one lies in a temporary file.
public struct InputReader: ~Copyable, Sendable {
    /// The open file, which stands at the next piece.
    let file: InputFile
    /// A remark that the source should pass to ``RecordWriter/warn(_:of:)``: the response names a next page, which is not read.
    public let remark: String?
    /// The input's name in messages.
    private let shown: String
    private var isAtStart = true

    /// Opens an input.
    ///
    /// - Throws: ``PipelineFailure``: `inputMissing` for a file, `remoteUnavailable` or `credentialsRefused` for a URL.
    public init(_ input: Input) async throws {
        let shown = input.shown.printable
        if case .web = input {
            let answer = try await Download(input).open()
            let remark = answer.head.namesNextPage ? "the answer names a next page; only this one is read" : nil
            self.init(answer.file, shown: shown, remark: remark)
        } else {
            self.init(try await InputFile.open(input), shown: shown)
        }
        InputProgress.current?.begin(size: file.size)
    }

    private init(_ file: consuming InputFile, shown: String, remark: String? = nil) {
        self.file = file
        self.shown = shown
        self.remark = remark
    }

    /// The offset of the next piece in bytes, if the whole input lies on a disk and something is left; nil otherwise.
    var position: Int? {
        guard let size = file.size, let position = file.position, position < size else { return nil }
        return position
    }

    /// Reads the next piece. The first one is long enough to detect its encoding, unless the whole input is shorter.
    ///
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``PipelineFailure``: `inputMissing` if reading fails, `badData` for a compressed file.
    public mutating func read() async throws -> [UInt8] {
        var bytes = try await file.read()
        defer { InputProgress.current?.add(bytes.count) }
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

    /// Reads everything that is left.
    ///
    /// - Parameter limit: The most that is read, in bytes.
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
