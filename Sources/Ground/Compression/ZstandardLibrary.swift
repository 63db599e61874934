/// Reads Zstandard: one or more frames in a row. Skippable frames have no content.
///
/// - SeeAlso: [RFC 8878, section 3](https://www.rfc-editor.org/rfc/rfc8878#section-3)
@safe struct ZstandardDecoder: DecompressionStream, ~Copyable, @unchecked Sendable {
    /// The largest number of bytes in one call. It is small, because libzstd does not tell after an error how many bytes it has read.
    private static let maxStep = 16 << 10

    private let library: ZstandardLibrary
    /// Only this value uses libzstd's state, so that it may be sent to other tasks.
    private let state: UnsafeMutableRawPointer
    /// The number of compressed bytes taken.
    private var offset = 0
    /// The offset of the current frame in compressed bytes.
    private var frameStart = 0
    /// The number of complete frames.
    private var frames = 0
    private var isInFrame = false
    /// Whether libzstd may have content that did not fit into the last piece.
    private var hasPendingContent = false
    private var fault: CompressionError?

    /// Prepares for the first frame.
    ///
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without libzstd; `outOfMemory`.
    init() throws(CompressionError) {
        let library = try ZstandardLibrary.loaded.get()
        guard let made = unsafe library.makeDecoder() else { throw .outOfMemory }
        unsafe state = made
        self.library = library
    }

    deinit { _ = unsafe library.freeDecoder(state) }

    mutating func read(_ input: inout ArraySlice<UInt8>, upTo limit: Int, spare: Int) throws(CompressionError) -> [UInt8] {
        guard fault == nil, !input.isEmpty || hasPendingContent else {
            if let fault { throw fault }
            return []
        }
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit + spare) { buffer, count in
            count = unsafe fill(UnsafeMutableRawPointer(buffer.baseAddress), limit, from: &input)
        }
        if piece.isEmpty, let fault { throw fault }
        return piece
    }

    func finish() throws(CompressionError) {
        if let fault { throw fault }
        if isInFrame || frames == 0 { throw .truncated(afterBytes: offset) }
    }

    /// Writes content to a buffer until it is full, the input is at its end, or the data is faulty.
    ///
    /// - Returns: The number of bytes written.
    private mutating func fill(_ buffer: UnsafeMutableRawPointer?, _ limit: Int, from input: inout ArraySlice<UInt8>) -> Int {
        var output = unsafe ZstandardBuffer(start: buffer, size: limit)
        while fault == nil, unsafe output.position < limit {
            if !isInFrame, !beginFrame(input) { break }
            let before = unsafe output.position
            let (result, taken) = unsafe decompress(input, &output)
            let made = unsafe output.position - before
            input.removeFirst(taken)
            offset += taken
            if library.isError(result) != 0 {
                fault = library.fault(result, at: offset, frameStart: frames > 0 ? frameStart : nil)
            } else if result == 0 {
                isInFrame = false
                frames += 1
            } else if unsafe output.position < limit, input.isEmpty || taken + made == 0 {
                // With free space left, libzstd has taken all that it can.
                break
            }
        }
        hasPendingContent = unsafe isInFrame && fault == nil && output.position == limit
        return unsafe output.position
    }

    /// Begins a frame, if the input is not at its end.
    ///
    /// - Returns: Whether a frame began. If not, the input is at its end, or ``fault`` is set.
    private mutating func beginFrame(_ input: ArraySlice<UInt8>) -> Bool {
        guard let first = input.first else { return false }
        // libzstd checks the magic number of a frame only once it has five bytes. It would report fewer bytes of other data as a truncated
        // frame.
        if frames > 0, first != 0x28, !(0x50...0x5F).contains(first) {
            fault = .trailingData(offset: offset)
            return false
        }
        frameStart = offset
        isInFrame = true
        return true
    }

    /// Passes input to libzstd.
    ///
    /// - Returns: The result of libzstd, and the number of bytes that it has taken.
    private func decompress(_ input: ArraySlice<UInt8>, _ output: inout ZstandardBuffer) -> (result: Int, taken: Int) {
        unsafe input.withUnsafeBytes { bytes in
            var source = unsafe ZstandardBuffer(
                start: UnsafeMutableRawPointer(mutating: bytes.baseAddress), size: min(bytes.count, Self.maxStep))
            let result = unsafe library.decompress(state, &output, &source)
            return unsafe (result, source.position)
        }
    }
}

/// Writes Zstandard: one frame of level 3 with a checksum, as the program zstd does.
///
/// - SeeAlso: [RFC 8878, section 3.1](https://www.rfc-editor.org/rfc/rfc8878#section-3.1)
@safe struct ZstandardEncoder: ~Copyable, @unchecked Sendable {
    /// The numbers and values of the parameters that zstd.h calls `ZSTD_c_compressionLevel` and `ZSTD_c_checksumFlag`.
    private static let parameters: [(Int32, Int32)] = [(100, 3), (201, 1)]
    private static let pieceBytes = 64 << 10

    private let library: ZstandardLibrary
    /// Only this value uses libzstd's state, so that it may be sent to other tasks.
    private let state: UnsafeMutableRawPointer

    /// Prepares an empty frame.
    ///
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without libzstd; `outOfMemory`.
    init() throws(CompressionError) {
        let library = try ZstandardLibrary.loaded.get()
        guard let made = unsafe library.makeEncoder() else { throw .outOfMemory }
        for (number, value) in Self.parameters { _ = unsafe library.setParameter(made, number, value) }
        unsafe state = made
        self.library = library
    }

    deinit { _ = unsafe library.freeEncoder(state) }

    /// Compresses the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - isLast: Whether the frame ends behind these bytes.
    ///   - output: The compressed bytes are appended to it. Some content waits in the encoder until the end.
    mutating func encode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: inout [UInt8]) throws(CompressionError) {
        let isWhole = unsafe bytes.withUnsafeBytes { bytes in
            var source = unsafe ZstandardBuffer(start: UnsafeMutableRawPointer(mutating: bytes.baseAddress), size: bytes.count)
            while true {
                var remaining = 0
                let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
                    var target = unsafe ZstandardBuffer(start: UnsafeMutableRawPointer(buffer.baseAddress), size: Self.pieceBytes)
                    // 2 is ZSTD_e_end, and 0 is ZSTD_e_continue.
                    remaining = unsafe library.compress(state, &target, &source, isLast ? 2 : 0)
                    count = unsafe target.position
                }
                if library.isError(remaining) != 0 { return false }
                output += piece
                if unsafe isLast ? remaining == 0 : source.position == source.size { return true }
            }
        }
        guard isWhole else { throw .outOfMemory }
    }
}

/// The functions of libzstd that read and write Zstandard frames. All versions since 1.4.0 have them.
///
/// - SeeAlso: [zstd manual](https://facebook.github.io/zstd/zstd_manual.html)
@safe struct ZstandardLibrary: Sendable {
    typealias Make = @Sendable @convention(c) () -> UnsafeMutableRawPointer?
    typealias Free = @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int
    typealias Decompress = @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    typealias Compress =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int32
        ) -> Int
    typealias SetParameter = @Sendable @convention(c) (UnsafeMutableRawPointer, Int32, Int32) -> Int
    typealias IsError = @Sendable @convention(c) (Int) -> UInt32
    typealias ErrorCode = @Sendable @convention(c) (Int) -> Int32

    /// The system's library. It is loaded for the first data in this format.
    static let loaded = Result<ZstandardLibrary, MissingLibrary> { () throws(MissingLibrary) in try ZstandardLibrary() }
        .mapError(CompressionError.missingLibrary)

    let makeDecoder: Make
    let freeDecoder: Free
    let decompress: Decompress
    let makeEncoder: Make
    let freeEncoder: Free
    let compress: Compress
    let setParameter: SetParameter
    let isError: IsError
    private let errorCode: ErrorCode

    private init() throws(MissingLibrary) {
        #if os(macOS)
        let files = ["libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib", "/usr/local/lib/libzstd.1.dylib"]
        let packages = "Homebrew's package zstd"
        #else
        let files = ["libzstd.so.1"]
        let packages = "the package libzstd1 (Debian, Ubuntu), libzstd (Fedora) or zstd-libs (Alpine)"
        #endif
        let library = try DynamicLibrary("libzstd", files: files, packages: packages)
        unsafe makeDecoder = try library.function("ZSTD_createDStream")
        unsafe freeDecoder = try library.function("ZSTD_freeDStream")
        unsafe decompress = try library.function("ZSTD_decompressStream")
        unsafe makeEncoder = try library.function("ZSTD_createCCtx")
        unsafe freeEncoder = try library.function("ZSTD_freeCCtx")
        unsafe compress = try library.function("ZSTD_compressStream2")
        unsafe setParameter = try library.function("ZSTD_CCtx_setParameter")
        unsafe isError = try library.function("ZSTD_isError")
        unsafe errorCode = try library.function("ZSTD_getErrorCode")
    }

    /// Returns the error of a decompression. The numbers are those of zstd_errors.h, which do not change.
    ///
    /// - Parameters:
    ///   - result: The result of a function, for which ``isError`` is true.
    ///   - offset: The offset of the fault in compressed bytes.
    ///   - frameStart: The offset of the frame; nil in the first frame.
    func fault(_ result: Int, at offset: Int, frameStart: Int?) -> CompressionError {
        switch errorCode(result) {
        case 10: frameStart.map { .trailingData(offset: $0) } ?? .corrupt(offset: offset)
        case 12, 14: .unsupported(feature: "has a newer format")
        case 16: .unsupported(feature: "needs a window of more than 128 MiB")
        case 22: .wrongChecksum
        case 32: .unsupported(feature: "needs a dictionary")
        case 64: .outOfMemory
        default: .corrupt(offset: offset)
        }
    }
}

/// The structures `ZSTD_inBuffer` and `ZSTD_outBuffer` of zstd.h, which have the same layout.
@unsafe private struct ZstandardBuffer {
    /// The bytes to read, or the space to write to. libzstd does not write to an input.
    var start: UnsafeMutableRawPointer?
    /// The length in bytes.
    var size: Int
    /// The number of bytes that libzstd has read or written.
    var position = 0
}
