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
