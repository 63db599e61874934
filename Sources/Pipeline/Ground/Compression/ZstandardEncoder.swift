/// Writes Zstandard: one frame of level 3 with a checksum, as the program zstd does.
///
/// - SeeAlso: [RFC 8878, section 3.1](https://www.rfc-editor.org/rfc/rfc8878#section-3.1)
@safe struct ZstandardEncoder: ~Copyable, @unchecked Sendable {
    /// The numbers and values of the parameters that zstd.h calls `ZSTD_c_compressionLevel` and `ZSTD_c_checksumFlag`.
    private static let parameters: [(Int32, Int32)] = [(100, 3), (201, 1)]
    private static let pieceBytes = 64 << 10

    private let library: Zstandard
    /// Only this value uses libzstd's state, so that it may be sent to other tasks.
    private let state: UnsafeMutableRawPointer

    /// Prepares an empty frame.
    ///
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without libzstd; `outOfMemory`.
    init() throws(CompressionError) {
        let library = try Zstandard.loaded.get()
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
