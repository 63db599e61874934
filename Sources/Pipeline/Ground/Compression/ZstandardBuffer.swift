/// The structures `ZSTD_inBuffer` and `ZSTD_outBuffer` of zstd.h, which have the same layout.
@unsafe struct ZstandardBuffer {
    /// The bytes to read, or the space to write to. libzstd does not write to an input.
    var start: UnsafeMutableRawPointer?
    /// The length in bytes.
    var size: Int
    /// The number of bytes that libzstd has read or written.
    var position = 0
}
