internal import Pipeline

/// Decompresses the content of an input while it is read. It keeps one compressed chunk in memory.
struct InputDecompression: ~Copyable, Sendable {
    private let format: CompressedFormat
    /// The name of the input in messages.
    private let shown: String
    private var decompressor: Decompressor
    /// Compressed bytes that the decompressor has not taken yet.
    private var rest: ArraySlice<UInt8>

    /// Prepares for an input whose first bytes were read.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - beginning: All compressed bytes read so far.
    ///   - shown: The name of the input in messages.
    /// - Throws: ``PipelineFailure`` of the kind `badData` if the system's library for the format is missing.
    init(_ format: CompressedFormat, beginning: [UInt8], shown: String) throws {
        do throws(CompressionError) {
            decompressor = try Decompressor(format)
        } catch {
            throw PipelineFailure(.badData, "\(shown): \(format.message(for: error))")
        }
        self.format = format
        self.shown = shown
        rest = beginning[...]
    }

    /// Adds the next compressed bytes. All content of the bytes before them must have been taken.
    mutating func add(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns the next chunk of the content; none if more compressed bytes are needed.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` for faulty data.
    mutating func content() throws -> [UInt8] {
        do throws(CompressionError) {
            return try decompressor.read(&rest, upTo: InputFile.chunkBytes, spare: InputFile.spareBytes)
        } catch {
            throw failure(error)
        }
    }

    /// Checks that the data is complete, at the end of the input.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` for incomplete data.
    func finish() throws {
        do throws(CompressionError) {
            try decompressor.finish()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: CompressionError) -> PipelineFailure {
        PipelineFailure(.badData, "\(shown): \(format.message(for: error))")
    }
}
