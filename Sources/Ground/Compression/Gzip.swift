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
        // zlib has one code for all faults in the data, so the message is compared. The messages have been the same since zlib 1.2.0.
        switch unsafe stream.pointee.message.map({ unsafe String(cString: $0) }) {
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

/// The functions of zlib that read and write gzip. All zlib versions since 1.2.0 have them.
///
/// - SeeAlso: [zlib manual](https://zlib.net/manual.html)
@safe struct Zlib: Sendable {
    typealias InflateInit = @Sendable @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    typealias DeflateInit =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    /// `inflate` and `deflate`.
    typealias CodecFunction = @Sendable @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    /// `inflateReset`, `inflateEnd` and `deflateEnd`.
    typealias StreamFunction = @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int32

    /// The values that zlib's functions return.
    enum Code {
        static let ok: Int32 = 0
        static let streamEnd: Int32 = 1
        static let outOfMemory: Int32 = -4
        /// No progress is possible without more input or more space. This is no failure.
        static let bufferError: Int32 = -5
    }

    /// The largest window, 15, plus 16 for the gzip format.
    static let gzipWindow: Int32 = 15 + 16
    /// The version of zlib.h that ``ZStream`` is taken from. zlib compares the first digit.
    static let version: StaticString = "1.2.11"
    /// The largest number of bytes in one call, because zlib counts them in 32 bits.
    static let maxStep = 1 << 30

    /// The system's library. It is loaded for the first compressed data.
    static let loaded = Result<Zlib, MissingLibrary> { () throws(MissingLibrary) in try Zlib() }.mapError(CompressionError.missingLibrary)

    let inflateInit: InflateInit
    let inflate: CodecFunction
    let inflateReset: StreamFunction
    let inflateEnd: StreamFunction
    let deflateInit: DeflateInit
    let deflate: CodecFunction
    let deflateEnd: StreamFunction

    private init() throws(MissingLibrary) {
        #if os(macOS)
        let files = ["libz.1.dylib", "/usr/lib/libz.1.dylib"]
        #else
        let files = ["libz.so.1"]
        #endif
        let library = try DynamicLibrary("zlib", files: files, packages: "the package zlib1g (Debian, Ubuntu) or zlib (Fedora, Alpine)")
        unsafe inflateInit = try library.function("inflateInit2_")
        unsafe inflate = try library.function("inflate")
        unsafe inflateReset = try library.function("inflateReset")
        unsafe inflateEnd = try library.function("inflateEnd")
        unsafe deflateInit = try library.function("deflateInit2_")
        unsafe deflate = try library.function("deflate")
        unsafe deflateEnd = try library.function("deflateEnd")
    }

    /// Allocates a stream and initialises it.
    ///
    /// - Parameter start: Calls the function of zlib that initialises the stream, with the version and the size of ``ZStream``.
    /// - Throws: ``CompressionError``: `outOfMemory`, or `missingLibrary` for a zlib that refuses the version.
    static func makeStream(
        _ start: (UnsafeMutablePointer<ZStream>, UnsafePointer<CChar>, Int32) -> Int32
    ) throws(CompressionError) -> UnsafeMutablePointer<ZStream> {
        let stream = UnsafeMutablePointer<ZStream>.allocate(capacity: 1)
        unsafe stream.initialize(to: ZStream())
        let code = unsafe withVersion { unsafe start(stream, $0, $1) }
        guard code == Code.ok else {
            unsafe stream.deallocate()
            let wrongVersion = "the system's zlib cannot be used: expected a version that is compatible with \(version)"
            throw code == Code.outOfMemory ? .outOfMemory : .missingLibrary(MissingLibrary(wrongVersion))
        }
        return unsafe stream
    }

    /// Calls a function with the version and the size of ``ZStream``. zlib compares both with its own, to detect a structure with another
    /// layout.
    private static func withVersion<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
        let size = unsafe Int32(MemoryLayout<ZStream>.size)
        return version.withUTF8Buffer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { preconditionFailure("a static text has an address") }
                return unsafe body(start, size)
            }
        }
    }
}

/// The structure `z_stream` of zlib.h. zlib checks its size.
///
/// Swift lays out the properties of a struct as C does: in order, each aligned to its size. A test compares all offsets.
@unsafe struct ZStream {
    var nextIn: UnsafePointer<UInt8>?
    /// The number of bytes at `nextIn`.
    var availableIn: UInt32 = 0
    var totalIn: UInt = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    /// The free space at `nextOut`, in bytes.
    var availableOut: UInt32 = 0
    var totalOut: UInt = 0
    /// The text of the last error; nil if there is none.
    var message: UnsafePointer<CChar>?
    var state: UnsafeMutableRawPointer?
    // With nil, zlib uses malloc and free.
    var allocate: UnsafeMutableRawPointer?
    var free: UnsafeMutableRawPointer?
    var opaque: UnsafeMutableRawPointer?
    var dataType: Int32 = 0
    var adler: UInt = 0
    var reserved: UInt = 0
}
