/// An error of reading or writing compressed data. The caller adds the name of the file or the URL.
///
/// Package access: the HTTP source distinguishes a cut body, which it requests again, from a corrupt one.
package enum CompressionError: Error, Equatable, Sendable {
    /// The data ends inside a gzip member or a Zstandard frame, after this number of compressed bytes.
    case truncated(afterBytes: Int)
    /// The checksum in the data is not that of the decompressed content.
    case wrongChecksum
    /// The length in the data is not that of the decompressed content.
    case wrongLength
    /// The data breaks the rules of the format near this offset, in compressed bytes.
    case corrupt(offset: Int)
    /// Other data follows the compressed data at this offset, in compressed bytes.
    case trailingData(offset: Int)
    /// The data needs a feature of the format that is not supported.
    case unsupported(feature: String)
    /// The decompressed content is longer than this number of bytes.
    case tooLong(limit: Int)
    /// There is not enough memory.
    case outOfMemory
    /// A library of the system is missing, or has an unfit version.
    case missingLibrary(MissingLibrary)

    /// The end of a message about compressed data.
    package var message: String {
        switch self {
        case .truncated(let bytes): "ends inside the compressed data, after \(bytes) bytes: it is incomplete"
        case .wrongChecksum: "the checksum of the compressed data is wrong: it was damaged"
        case .wrongLength: "the compressed data has another length than it says: it was damaged"
        case .corrupt(let offset): "the compressed data is damaged near byte \(offset)"
        case .trailingData(let offset): "expected the end of the compressed data at byte \(offset), found other data"
        case .unsupported(let feature): "the compressed data \(feature), which is not supported"
        case .tooLong(let limit): "the decompressed content is longer than the limit of \(limit) bytes"
        case .outOfMemory: "there is not enough memory for the compressed data"
        case .missingLibrary(let fault): fault.message
        }
    }
}
