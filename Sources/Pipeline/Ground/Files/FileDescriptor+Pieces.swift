#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

extension FileDescriptor {
    /// The length of a piece, in bytes.
    private static let wholePieceBytes = 1 << 20

    /// Reads a file from its beginning to its end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Gets the pieces, in order.
    /// - Throws: ``SystemError`` if the file cannot be opened or read.
    static func readPieces(ofFile path: String, _ body: ([UInt8]) -> Void) throws(SystemError) {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        while case let piece = try FileDescriptor.read(from: file.number, upTo: wholePieceBytes), !piece.isEmpty { body(piece) }
    }
}
