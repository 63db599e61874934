/// Decompresses one stream of deflate with zlib.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
    private let zlib: Zlib
    /// On the heap, because zlib refuses a structure that has moved. Only this value uses it, so that it may be sent to other tasks.
    private let stream: UnsafeMutablePointer<ZStream>

    /// - Parameter window: The frame of the stream, such as ``Zlib/gzipWindow``.
    /// - Throws: ``CompressionError/missingLibrary(_:)`` without zlib; `outOfMemory`.
    init(window: Int32) throws(CompressionError) {
        let zlib = try Zlib.loaded.get()
        unsafe stream = try Zlib.makeStream { unsafe zlib.inflateInit($0, window, $1, $2) }
        self.zlib = zlib
    }

    deinit {
        _ = unsafe zlib.inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Prepares for another stream.
    func reset() { _ = unsafe zlib.inflateReset(stream) }

    /// The text of the last error; nil if there is none.
    var message: String? { unsafe stream.pointee.message.map { unsafe String(cString: $0) } }

    /// Passes input to zlib.
    ///
    /// - Parameters:
    ///   - input: The compressed bytes.
    ///   - buffer: The memory for the content.
    ///   - space: Its length in bytes.
    /// - Returns: zlib's code, and the numbers of bytes that zlib has taken and written.
    @unsafe func inflate(
        _ input: ArraySlice<UInt8>, into buffer: UnsafeMutablePointer<UInt8>?, _ space: Int
    ) -> (code: Int32, taken: Int, made: Int) {
        let room = min(space, Zlib.maxStep)
        unsafe stream.pointee.nextOut = buffer
        unsafe stream.pointee.availableOut = UInt32(room)
        return unsafe input.withUnsafeBufferPointer { bytes in
            let step = min(bytes.count, Zlib.maxStep)
            unsafe stream.pointee.nextIn = bytes.baseAddress
            unsafe stream.pointee.availableIn = UInt32(step)
            let code = unsafe zlib.inflate(stream, 0)
            return unsafe (code, step - Int(stream.pointee.availableIn), room - Int(stream.pointee.availableOut))
        }
    }
}

/// The functions of zlib that read and write gzip, and read ZIP. All zlib versions since 1.2.0 have them.
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
    typealias ChecksumFunction = @Sendable @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt
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
    /// The largest window, negative for deflate without a frame, as in ZIP.
    static let plainWindow: Int32 = -15
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
    let crc32: ChecksumFunction

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
        unsafe crc32 = try library.function("crc32")
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
