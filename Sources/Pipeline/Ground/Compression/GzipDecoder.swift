/// Reads gzip: one or more members in a row. Zero bytes behind a member are padding.
///
/// - SeeAlso: [RFC 1952, section 2.2](https://www.rfc-editor.org/rfc/rfc1952#section-2.2)
@safe package struct GzipDecoder: DecompressionStream, ~Copyable, @unchecked Sendable {
    private let zlib: Zlib
    /// On the heap, because zlib refuses a structure that has moved. Only this value uses it, so that it may be sent to other tasks.
    private let stream: UnsafeMutablePointer<ZStream>
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
    package init() throws(CompressionError) {
        let zlib = try Zlib.loaded.get()
        unsafe stream = try Zlib.makeStream { unsafe zlib.inflateInit($0, Zlib.gzipWindow, $1, $2) }
        self.zlib = zlib
    }

    deinit {
        _ = unsafe zlib.inflateEnd(stream)
        unsafe stream.deallocate()
    }

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
            unsafe stream.pointee.nextOut = buffer?.advanced(by: count)
            unsafe stream.pointee.availableOut = UInt32(min(limit - count, Zlib.maxStep))
            let before = unsafe stream.pointee.availableOut
            let (code, taken) = inflate(input)
            let made = unsafe Int(before - stream.pointee.availableOut)
            input.removeFirst(taken)
            offset += taken
            count += made
            switch code {
            case Zlib.Code.streamEnd:
                isInMember = false
                members += 1
            case Zlib.Code.ok, Zlib.Code.bufferError:
                // With free space left, zlib has taken all that it can.
                if count < limit, input.isEmpty || taken + made == 0 {
                    hasPendingContent = false
                    return count
                }
            default: fault = fault(of: code)
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
        if members > 0 { _ = unsafe zlib.inflateReset(stream) }
        memberStart = offset
        isInMember = true
        return true
    }

    /// Passes input to zlib.
    ///
    /// - Returns: zlib's code, and the number of bytes that zlib has taken.
    private func inflate(_ input: ArraySlice<UInt8>) -> (code: Int32, taken: Int) {
        unsafe input.withUnsafeBufferPointer { bytes in
            let step = min(bytes.count, Zlib.maxStep)
            unsafe stream.pointee.nextIn = bytes.baseAddress
            unsafe stream.pointee.availableIn = UInt32(step)
            let code = unsafe zlib.inflate(stream, 0)
            return unsafe (code, step - Int(stream.pointee.availableIn))
        }
    }

    private func fault(of code: Int32) -> CompressionError {
        if code == Zlib.Code.outOfMemory { return .outOfMemory }
        // zlib has one code for all faults of the data. The texts have been the same since 1.2.0.
        switch unsafe stream.pointee.message.map({ unsafe String(cString: $0) }) {
        case "incorrect data check": return .wrongChecksum
        case "incorrect length check": return .wrongLength
        case "incorrect header check" where members > 0: return .trailingData(offset: memberStart)
        default: return .corrupt(offset: offset)
        }
    }
}
