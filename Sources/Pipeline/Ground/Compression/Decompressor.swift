/// Reads compressed data in a format that is known when the program runs.
///
/// Package access: the sources read compressed files with it; plug-ins read them through `InputReader`.
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
