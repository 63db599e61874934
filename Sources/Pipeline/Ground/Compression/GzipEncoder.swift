/// Writes gzip: one member of level 6 without name and time, so that equal content gives equal bytes.
///
/// - SeeAlso: [RFC 1952, section 2.3](https://www.rfc-editor.org/rfc/rfc1952#section-2.3)
@safe struct GzipEncoder: ~Copyable, @unchecked Sendable {
    private static let level: Int32 = 6
    /// The number of `Z_DEFLATED`.
    private static let method: Int32 = 8
    /// The usual amount of memory for the compression, from 1 to 9.
    private static let memoryLevel: Int32 = 8
    private static let pieceBytes = 64 << 10

    private let zlib: Zlib
    /// On the heap, because zlib refuses a structure that has moved. Only this value uses it, so that it may be sent to other tasks.
    private let stream: UnsafeMutablePointer<ZStream>

    /// Prepares an empty member.
    ///
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without zlib; `outOfMemory`.
    init() throws(CompressionError) {
        let zlib = try Zlib.loaded.get()
        unsafe stream = try Zlib.makeStream { stream, version, size in
            unsafe zlib.deflateInit(stream, Self.level, Self.method, Zlib.gzipWindow, Self.memoryLevel, 0, version, size)
        }
        self.zlib = zlib
    }

    deinit {
        _ = unsafe zlib.deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: At most 1 GiB.
    ///   - isLast: Whether the member ends behind these bytes.
    ///   - output: The compressed bytes are appended to it. Some content waits in the encoder until the end.
    mutating func encode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: inout [UInt8]) throws(CompressionError) {
        precondition(bytes.count <= Zlib.maxStep)
        let isWhole = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe stream.pointee.nextIn = bytes.baseAddress
            unsafe stream.pointee.availableIn = UInt32(bytes.count)
            while true {
                var code = Zlib.Code.ok
                let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
                    unsafe stream.pointee.nextOut = buffer.baseAddress
                    unsafe stream.pointee.availableOut = UInt32(Self.pieceBytes)
                    // 4 is Z_FINISH.
                    code = unsafe zlib.deflate(stream, isLast ? 4 : 0)
                    count = unsafe Self.pieceBytes - Int(stream.pointee.availableOut)
                }
                output += piece
                guard code == Zlib.Code.ok || code == Zlib.Code.bufferError else { return code == Zlib.Code.streamEnd }
                // Without a full piece, zlib has no more to give until more content comes. At the end, it must report the end.
                if piece.count < Self.pieceBytes { return !isLast }
            }
        }
        guard isWhole else { throw .outOfMemory }
    }
}
