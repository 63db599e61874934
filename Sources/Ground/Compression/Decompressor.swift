/// Reads compressed data in a format that is chosen at run time.
package struct Decompressor: DecompressionStream, ~Copyable, Sendable {
    // Exactly one of the two properties is set.
    private var gzip: GzipDecoder?
    private var zstandard: ZstandardDecoder?

    /// Prepares to read a format.
    ///
    /// - Throws: ``CompressionError``: `missingLibrary`, or `unsupported` for a format that cannot be read.
    package init(_ format: CompressedFormat) throws(CompressionError) {
        switch format {
        case .gzip:
            gzip = try GzipDecoder()
            zstandard = nil
        case .zstd:
            gzip = nil
            zstandard = try ZstandardDecoder()
        case .bzip2, .xz, .zip: throw .unsupported(feature: "is in the format \(format.rawValue)")
        }
    }

    package mutating func read(
        _ input: inout ArraySlice<UInt8>, upTo limit: Int, spare: Int
    ) throws(CompressionError) -> [UInt8] {
        if let piece = try gzip?.read(&input, upTo: limit, spare: spare) { return piece }
        return try zstandard?.read(&input, upTo: limit, spare: spare) ?? []
    }

    package func finish() throws(CompressionError) {
        try gzip?.finish()
        try zstandard?.finish()
    }
}

/// Decompresses content that is in memory as a whole.
package enum WholeDecompression {
    /// The most bytes of content in a piece.
    fileprivate static let pieceBytes = 256 << 10

    /// Returns the content of a file that may be compressed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file. Bytes that do not begin like a supported format are returned unchanged.
    ///   - limit: The largest length of decompressed content, in bytes.
    ///   - shown: The name of the file in messages.
    /// - Throws: ``PipelineFailure`` of the kind `badData`.
    package static func content(of bytes: [UInt8], limit: Int, shownAs shown: String) throws -> [UInt8] {
        guard let format = CompressedFormat(beginning: bytes), format.isSupported else { return bytes }
        do throws(CompressionError) {
            var decompressor = try Decompressor(format)
            return try decompressor.content(of: bytes, limit: limit)
        } catch {
            throw PipelineFailure(.badData, "\(shown.printable): \(format.message(for: error))")
        }
    }

    /// Returns the first bytes of the content of a file that may be compressed.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file.
    ///   - limit: The largest number of bytes to return.
    /// - Returns: Fewer bytes at the end of the content, or if the data is faulty.
    package static func beginning(of beginning: [UInt8], limit: Int) -> [UInt8] {
        guard let format = CompressedFormat(beginning: beginning), format.isSupported, var decompressor = try? Decompressor(format)
        else { return Array(beginning.prefix(limit)) }
        var input = beginning[...]
        return (try? decompressor.read(&input, upTo: limit, spare: 0)) ?? []
    }
}

/// Reads compressed data in pieces, so that the memory does not depend on the size of the content.
///
/// The result is the same wherever the input is cut.
package protocol DecompressionStream: ~Copyable {
    /// Returns the next piece of the content. Call it with the same input until the piece is empty: then all input was taken.
    ///
    /// - Parameters:
    ///   - input: Compressed bytes. The stream removes the bytes that it has taken from the start.
    ///   - limit: The largest number of bytes to return.
    ///   - spare: The capacity in bytes to reserve after the result, for the caller to append.
    /// - Returns: The piece; empty if the stream needs more input, or if the input is at its end.
    /// - Throws: The error in the data, once all content before the error was returned. Every later call throws the same error.
    mutating func read(_ input: inout ArraySlice<UInt8>, upTo limit: Int, spare: Int) throws(CompressionError) -> [UInt8]

    /// Checks that the data is complete. Call this after the last input.
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
        while case let piece = try read(&input, upTo: WholeDecompression.pieceBytes, spare: 0), !piece.isEmpty {
            guard piece.count <= limit - content.count else { throw .tooLong(limit: limit) }
            content += piece
        }
        try finish()
        return content
    }
}
