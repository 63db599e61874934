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
    typealias Step = @Sendable @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    /// `inflateReset`, `inflateEnd` and `deflateEnd`.
    typealias Call = @Sendable @convention(c) (UnsafeMutableRawPointer) -> Int32

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
    let inflate: Step
    let inflateReset: Call
    let inflateEnd: Call
    let deflateInit: DeflateInit
    let deflate: Step
    let deflateEnd: Call

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

    /// Calls a function with the version and the size of ``ZStream``, by which zlib checks that both sides mean the same structure.
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
