/// Reads Zstandard: one or more frames in a row. Skippable frames have no content.
///
/// - SeeAlso: [RFC 8878, section 3](https://www.rfc-editor.org/rfc/rfc8878#section-3)
@safe struct ZstandardDecoder: DecompressionStream, ~Copyable, @unchecked Sendable {
    /// The largest number of bytes in one call. After an error, libzstd does not tell how many it has read.
    private static let maxStep = 16 << 10

    private let library: Zstandard
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
        let library = try Zstandard.loaded.get()
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

    /// Whether a frame begins. Otherwise the input is at its end, or ``fault`` is set.
    private mutating func beginFrame(_ input: ArraySlice<UInt8>) -> Bool {
        guard let first = input.first else { return false }
        // libzstd checks the mark of a frame once it has five bytes. Fewer of them at the end would be taken for a truncated frame.
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
