/// Reads compressed data in pieces, so that the memory does not depend on the size of the content.
///
/// The result is the same wherever the input is cut.
package protocol DecompressionStream: ~Copyable {
    /// Returns the next piece of the content. Call it with the same input until the piece is empty: then all input was taken.
    ///
    /// - Parameters:
    ///   - input: Compressed bytes. The stream removes what it has taken from the start.
    ///   - limit: The largest number of bytes to return.
    ///   - spare: The capacity in bytes to reserve after the result, for the caller to append.
    /// - Returns: The piece; empty if the stream needs more input, or if the input is at its end.
    /// - Throws: The error of the data, after content before it was returned. Every later call throws it again.
    mutating func read(_ input: inout ArraySlice<UInt8>, upTo limit: Int, spare: Int) throws(CompressionError) -> [UInt8]

    /// Checks that the data is complete. Call it behind the last input.
    ///
    /// - Throws: ``CompressionError/truncated(afterBytes:)``, also if there was no input; or the error of the data.
    func finish() throws(CompressionError)
}

extension DecompressionStream where Self: ~Copyable {
    /// Decompresses data that is in memory as a whole.
    ///
    /// - Parameters:
    ///   - data: All compressed bytes.
    ///   - limit: The largest length of the content in bytes.
    /// - Throws: ``CompressionError``, such as `tooLong` above the limit.
    package mutating func content(of data: [UInt8], limit: Int) throws(CompressionError) -> [UInt8] {
        var input = data[...]
        var content: [UInt8] = []
        while case let piece = try read(&input, upTo: InputFile.chunkBytes, spare: 0), !piece.isEmpty {
            guard piece.count <= limit - content.count else { throw .tooLong(limit: limit) }
            content += piece
        }
        try finish()
        return content
    }
}
