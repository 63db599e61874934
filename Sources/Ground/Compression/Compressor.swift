/// Writes compressed data in a format that is chosen at run time. Equal content gives equal output, whatever the sizes of the pieces.
package struct Compressor: ~Copyable, Sendable {
    /// The block size in bytes. The encoders get only whole blocks, because their output may depend on where the content is cut.
    private static let blockBytes = 128 << 10

    // Exactly one of the two properties is set.
    private var gzip: GzipEncoder?
    private var zstandard: ZstandardEncoder?
    /// Content that does not fill a block yet.
    private var rest: [UInt8] = []

    /// Prepares to write a format.
    ///
    /// - Throws: ``CompressionError``: `missingLibrary`, or `unsupported` for a format that cannot be written.
    package init(_ format: CompressedFormat) throws(CompressionError) {
        switch format {
        case .gzip:
            gzip = try GzipEncoder()
            zstandard = nil
        case .zstd:
            gzip = nil
            zstandard = try ZstandardEncoder()
        case .bzip2, .xz, .zip: throw .unsupported(feature: "is in the format \(format.rawValue)")
        }
    }

    /// Compresses the next content.
    ///
    /// - Returns: The compressed bytes that are ready; often none.
    package mutating func compress(_ bytes: borrowing Span<UInt8>) throws(CompressionError) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        if !rest.isEmpty {
            start = min(bytes.count, Self.blockBytes - rest.count)
            rest.append(bytes.extracting(..<start))
            guard rest.count == Self.blockBytes else { return [] }
            // Swift's exclusivity rule: `encode` changes `self`, so it cannot read `rest` at the same time.
            var block: [UInt8] = []
            swap(&block, &rest)
            try encode(block.span, isLast: false, into: &output)
            block.removeAll(keepingCapacity: true)
            swap(&block, &rest)
        }
        while bytes.count - start >= Self.blockBytes {
            try encode(bytes.extracting(start..<start + Self.blockBytes), isLast: false, into: &output)
            start += Self.blockBytes
        }
        rest.append(bytes.extracting(start...))
        return output
    }

    /// Compresses the rest of the content.
    ///
    /// - Returns: The last compressed bytes.
    package mutating func finish() throws(CompressionError) -> [UInt8] {
        var output: [UInt8] = []
        let block = rest
        rest = []
        try encode(block.span, isLast: true, into: &output)
        return output
    }

    private mutating func encode(_ bytes: borrowing Span<UInt8>, isLast: Bool, into output: inout [UInt8]) throws(CompressionError) {
        try gzip?.encode(bytes, isLast: isLast, into: &output)
        try zstandard?.encode(bytes, isLast: isLast, into: &output)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ bytes: borrowing Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
