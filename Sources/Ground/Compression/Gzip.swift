/// Reads gzip: one or more members in a row. Zero bytes behind a member are padding.
///
/// - SeeAlso: [RFC 1952, section 2.2](https://www.rfc-editor.org/rfc/rfc1952#section-2.2)
package struct GzipDecoder: DecompressionStream, ~Copyable, Sendable {
    private let inflater: Inflater
    /// The number of compressed bytes taken.
    private var offset = 0
    /// The offset of the current member in compressed bytes.
    private var memberStart = 0
    /// The number of complete members.
    private var members = 0
    private var isInMember = false
    /// Whether zlib may have content that did not fit into the last piece.
    private var hasPendingContent = false
    private var fault: CompressionError?

    /// Prepares for the first member.
    ///
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without zlib; `outOfMemory`.
    package init() throws(CompressionError) { inflater = try Inflater(window: Zlib.gzipWindow) }

    package mutating func read(
        _ input: inout ArraySlice<UInt8>, upTo limit: Int, spare: Int
    ) throws(CompressionError) -> [UInt8] {
        guard fault == nil, !input.isEmpty || hasPendingContent else {
            if let fault { throw fault }
            return []
        }
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit + spare) { buffer, count in
            count = unsafe fill(buffer.baseAddress, limit, from: &input)
        }
        if piece.isEmpty, let fault { throw fault }
        return piece
    }

    package func finish() throws(CompressionError) {
        if let fault { throw fault }
        if isInMember || members == 0 { throw .truncated(afterBytes: offset) }
    }

    /// Writes content to a buffer until it is full, the input is at its end, or the data is faulty.
    ///
    /// - Returns: The number of bytes written.
    private mutating func fill(_ buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int, from input: inout ArraySlice<UInt8>) -> Int {
        var count = 0
        while fault == nil, count < limit {
            if !isInMember, !beginMember(&input) { break }
            let step = unsafe inflater.inflate(input, into: buffer?.advanced(by: count), limit - count)
            input.removeFirst(step.taken)
            offset += step.taken
            count += step.made
            switch step.code {
            case Zlib.Code.streamEnd:
                isInMember = false
                members += 1
            case Zlib.Code.ok, Zlib.Code.bufferError:
                // With free space left, zlib has taken all that it can.
                if count < limit, input.isEmpty || step.taken + step.made == 0 {
                    hasPendingContent = false
                    return count
                }
            default: fault = fault(of: step.code)
            }
        }
        hasPendingContent = isInMember && fault == nil && count == limit
        return count
    }

    /// Prepares for a member, if there is input behind the padding.
    private mutating func beginMember(_ input: inout ArraySlice<UInt8>) -> Bool {
        if members > 0 {
            let start = input.firstIndex { $0 != 0 } ?? input.endIndex
            offset += start - input.startIndex
            input = input[start...]
        }
        guard !input.isEmpty else { return false }
        if members > 0 { inflater.reset() }
        memberStart = offset
        isInMember = true
        return true
    }

    private func fault(of code: Int32) -> CompressionError {
        if code == Zlib.Code.outOfMemory { return .outOfMemory }
        // zlib has one code for all faults in the data, so the message is compared. The messages have been the same since zlib 1.2.0.
        switch inflater.message {
        case "incorrect data check": return .wrongChecksum
        case "incorrect length check": return .wrongLength
        case "incorrect header check" where members > 0: return .trailingData(offset: memberStart)
        default: return .corrupt(offset: offset)
        }
    }
}

/// Writes gzip: one member of level 6 without name and time, so that equal content gives equal bytes.
///
/// - SeeAlso: [RFC 1952, section 2.3](https://www.rfc-editor.org/rfc/rfc1952#section-2.3)
@safe struct GzipEncoder: ~Copyable, @unchecked Sendable {
    private static let level: Int32 = 6
    /// The value of `Z_DEFLATED`, the only compression method of zlib.
    private static let method: Int32 = 8
    /// The default of zlib's parameter `memLevel`, from 1 to 9.
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
                // If the piece is not full, zlib has no more output until it gets more content. At the end of the member, `streamEnd` must
                // come first.
                if piece.count < Self.pieceBytes { return !isLast }
            }
        }
        guard isWhole else { throw .outOfMemory }
    }
}
