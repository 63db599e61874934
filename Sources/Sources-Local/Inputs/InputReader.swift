public import Pipeline

/// Reads a file, standard input or an http(s) URL in chunks. Built-in sources and those of plug-ins read with it.
///
///     var input = try await InputReader(from, in: output.context)
///     while case let chunk = try await input.read(), !chunk.isEmpty { … }
///
/// Compressed content (gzip, and zstd if the system's libzstd can be loaded) is decompressed. It is recognised by its first bytes.
///
/// The response of a URL is read as a stream, without a copy on the disk. If the transfer breaks, the reader repeats the request and
/// continues after the bytes that it returned. A source with options such as credentials reads with them; other callers fetch with the
/// defaults. The type is noncopyable, because it owns an open file.
public struct InputReader: ~Copyable, Sendable {
    /// The length of a small piece in bytes: a few records, as a rule.
    private static let smallPieceBytes = 16 << 10

    /// The open file, positioned at the next chunk.
    let file: InputFile
    /// A warning about the input, for ``RecordWriter/warn(_:of:)``; nil if there is none.
    public var remark: String? { response?.remark }
    /// The head of a server's response; nil for a file.
    let response: OpenedURL?
    /// The name of the input and the URL of the response, for the origins of records.
    package let origin: Origin
    /// Whether a server said that there is no document, which is no error (status 204).
    package var hasNoContent: Bool { response?.hasNoContent ?? false }
    /// The name of the input in messages.
    private let shown: String
    private var isAtStart = true
    /// Whether the bytes of a ZIP archive are returned as they are. Otherwise an archive is an error.
    package var passesArchives = false
    /// The longest piece that ``read()`` returns, in bytes; nil for whole chunks.
    private var maxPieceBytes: Int?
    /// The rest of a chunk that is returned in pieces.
    private var rest: ArraySlice<UInt8> = []
    /// Decompresses the rest of the file; nil for a file that is not compressed.
    private var decompression: InputDecompression?
    /// Decodes the content; nil for content that is UTF-8, or is wanted as it is.
    private var decoder: InputDecoder?
    /// The warning about bytes that were replaced; nil before the end, and if there are none.
    private(set) var decodingRemark: String?
    private var hasEnded = false
    /// Counts the bytes; nil if the run shows no progress of this input.
    let progress: InputProgress?
    /// Counts and hashes the bytes of the file that ``read()`` reads; nil where nothing needs that.
    let tally: InputTally?

    /// Opens an input.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - context: The context of the run, such as ``RecordWriter/context``.
    ///   - showsProgress: Whether the run's ``InputProgress`` counts the bytes. True for the input of a source; false where a stage reads
    ///     something beside it.
    /// - Throws: ``PipelineFailure``: `inputMissing` for a file, `remoteUnavailable` or `credentialsRefused` for a URL.
    public init(_ input: Input, in context: RunContext, showsProgress: Bool = false) async throws {
        try await self.init(input, with: nil, in: context, showsProgress: showsProgress)
    }

    /// Opens an input with the options of a step.
    ///
    /// - Parameters:
    ///   - input: A file, standard input or a URL.
    ///   - opener: Opens URLs with the options of the step; nil for that of the run.
    ///   - accepts: The value of the header `Accept`, unless the step sets its own; nil for JSON before others.
    ///   - context: The context of the run.
    ///   - showsProgress: Whether the run's ``InputProgress`` counts the bytes.
    ///   - decoding: How the content is decoded, and its kind; nil reads the bytes as they are.
    /// - Throws: As the other initialiser.
    package init(
        _ input: Input, with opener: (any URLOpener)?, accepts: String? = nil, in context: RunContext, showsProgress: Bool,
        decoding: (settings: TextDecoding, content: TextDecoding.Content)? = nil
    ) async throws {
        let shown = input.shown.printable
        let progress = showsProgress ? context.progress : nil
        let tally = showsProgress ? context.tallies?.begin(input) : nil
        if case .web(let address) = input {
            progress?.wait(for: shown)
            let opened = try await context.open(address, URLRequestPreferences(accepts: accepts, progress: progress), with: opener)
            self.init(opened, from: input, progress, tally)
        } else {
            self.init(try await InputFile.open(input), shown: shown, Origin(source: input.shown), progress, tally, response: nil)
            progress?.begin(size: file.size)
        }
        if let decoding {
            decoder = InputDecoder(decoding.settings, decoding.content, contentType: response?.contentType, shown: input.shown)
        }
    }

    /// Reads a document that the caller has opened.
    package init(_ opened: OpenedURL, from input: Input, _ progress: InputProgress? = nil, _ tally: InputTally? = nil) {
        let shown = input.shown.printable
        let file = InputFile(opened.content, shownAs: shown)
        self.init(file, shown: shown, Origin(source: input.shown, base: opened.base), progress, tally, response: opened)
    }

    private init(
        _ file: consuming InputFile, shown: String, _ origin: Origin, _ progress: InputProgress?, _ tally: InputTally?,
        response: OpenedURL?
    ) {
        self.file = file
        self.shown = shown
        self.origin = origin
        self.progress = progress
        self.tally = tally
        self.response = response
    }

    /// The value of the header `Content-Type`; nil for a file.
    package var contentType: String? { response?.contentType }

    /// A warning at the end of formats such as JSON Lines, which do not show whether they are complete; nil if the response shows it.
    var endRemark: String? {
        guard response?.hidesEarlyEnd == true, !hasNoContent, decompression == nil else { return nil }
        return "the response has no length, so that an early end cannot be noticed"
    }

    /// The position of the next chunk in the input's file, in bytes; nil at the end, for a compressed file, for one in small pieces, and for
    /// an input that is not a file on disk, or is not UTF-8.
    var position: Int? {
        guard decompression == nil, decoder == nil, maxPieceBytes == nil, let size = file.size, let position = file.position else {
            return nil
        }
        return position < size ? position : nil
    }

    /// Reads the next chunk. The first one is long enough to detect its encoding, unless the whole input is shorter.
    ///
    /// - Returns: The bytes; empty at the end.
    /// - Throws: ``PipelineFailure``: `inputMissing` if reading fails, `badData` for faulty compressed data, unknown compression, and bytes
    ///   that cannot be decoded.
    public mutating func read() async throws -> [UInt8] {
        if !rest.isEmpty { return takePiece() }
        let bytes = try await readDecoded()
        guard let maxPieceBytes, bytes.count > maxPieceBytes else { return bytes }
        rest = bytes[...]
        return takePiece()
    }

    /// Returns small pieces from now on, for a run that needs the first records only.
    mutating func useSmallPieces() { maxPieceBytes = Self.smallPieceBytes }

    private mutating func takePiece() -> [UInt8] {
        let piece = Array(rest.prefix(maxPieceBytes ?? rest.count))
        rest = rest.dropFirst(piece.count)
        return piece
    }

    /// Reads the next chunk, as UTF-8 if the content is decoded.
    private mutating func readDecoded() async throws -> [UInt8] {
        while !hasEnded {
            let chunk = isAtStart ? try await readStart() : try await next()
            guard decoder != nil else { return chunk }
            if chunk.isEmpty {
                hasEnded = true
                let rest = try decoder?.finish() ?? []
                decodingRemark = decoder?.remark
                return rest
            }
            let text = try decoder?.decode(chunk) ?? []
            if decoder?.isPlain == true { decoder = nil }
            if !text.isEmpty { return text }
        }
        return []
    }

    private mutating func readStart() async throws -> [UInt8] {
        isAtStart = false
        let start = try await next { ByteOrderMark.needsMore($0) || CompressedFormat.needsMore($0) }
        guard let format = CompressedFormat(beginning: start) else { return start }
        if format == .zip, passesArchives { return start }
        guard format.isSupported else { throw PipelineFailure(.badData, "\(shown) is \(format.inputFault)") }
        decompression = try InputDecompression(format, beginning: start, shown: shown)
        return try await next(while: ByteOrderMark.needsMore)
    }

    private mutating func next() async throws -> [UInt8] {
        while true {
            if let content = try decompression?.content(), !content.isEmpty { return content }
            let bytes = try await file.read()
            progress?.add(bytes.count)
            tally?.add(bytes[...])
            if decompression == nil { return bytes }
            if bytes.isEmpty {
                try decompression?.finish()
                return []
            }
            decompression?.add(bytes)
            // A file of any length may have no content: many empty members, or padding.
            try Task.checkCancellation()
        }
    }

    /// Reads the next chunk, and more as long as it is too short.
    private mutating func next(while isTooShort: ([UInt8]) -> Bool) async throws -> [UInt8] {
        var bytes = try await next()
        while !bytes.isEmpty, isTooShort(bytes) {
            let more = try await next()
            if more.isEmpty { break }
            bytes += more
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

/// Decompresses the content of an input while it is read. It keeps one compressed chunk in memory.
private struct InputDecompression: ~Copyable, Sendable {
    private let format: CompressedFormat
    /// The name of the input in messages.
    private let shown: String
    private var decompressor: Decompressor
    /// Compressed bytes that the decompressor has not taken yet.
    private var rest: ArraySlice<UInt8>

    /// Prepares for an input whose first bytes were read.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - beginning: All compressed bytes read so far.
    ///   - shown: The name of the input in messages.
    /// - Throws: ``PipelineFailure`` of the kind `badData` if the system's library for the format is missing.
    init(_ format: CompressedFormat, beginning: [UInt8], shown: String) throws {
        do throws(CompressionError) {
            decompressor = try Decompressor(format)
        } catch {
            throw PipelineFailure(.badData, "\(shown): \(format.message(for: error))")
        }
        self.format = format
        self.shown = shown
        rest = beginning[...]
    }

    /// Adds the next compressed bytes. All content of the bytes before them must have been taken.
    mutating func add(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns the next chunk of the content; none if more compressed bytes are needed.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` for faulty data.
    mutating func content() throws -> [UInt8] {
        do throws(CompressionError) {
            return try decompressor.read(&rest, upTo: InputFile.chunkBytes, spare: InputFile.spareBytes)
        } catch {
            throw failure(error)
        }
    }

    /// Checks that the data is complete, at the end of the input.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` for incomplete data.
    func finish() throws {
        do throws(CompressionError) {
            try decompressor.finish()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: CompressionError) -> PipelineFailure {
        PipelineFailure(.badData, "\(shown): \(format.message(for: error))")
    }
}
