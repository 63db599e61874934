public import Pipeline

/// Reads the bytes of a file, of standard input, or of a URL. Not copyable, because it owns an open file.
public struct InputReader: ~Copyable, Sendable {
    /// The open input, positioned at the next chunk.
    let file: InputFile
    /// A warning that the source has to report; nil if there is none.
    public let remark: String?
    /// The name of the input in messages.
    private let shown: String
    private var isAtStart = true

    /// Opens an input. Fetches the whole response of a URL first; a long response is stored on disk, to limit the memory.
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

    /// The position of the next chunk in the input's file, in bytes; nil at the end, and for an input that is not a file on disk.
    var position: Int? {
        guard let size = file.size, let position = file.position, position < size else { return nil }
        return position
    }

    /// Reads the next chunk. The first chunk is long enough to detect the encoding, if the input is.
    ///
    /// - Returns: The bytes; empty at the end.
    /// - Throws: ``PipelineFailure`` if the input cannot be read, or is compressed.
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
