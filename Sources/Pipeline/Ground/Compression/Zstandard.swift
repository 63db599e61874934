/// The functions of libzstd that read and write Zstandard frames. All versions since 1.4.0 have them.
///
/// - SeeAlso: [zstd manual](https://facebook.github.io/zstd/zstd_manual.html)
@safe struct Zstandard: Sendable {
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
    static let loaded = Result<Zstandard, MissingLibrary> { () throws(MissingLibrary) in try Zstandard() }
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
