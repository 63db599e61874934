/// Decompresses content that is in memory as a whole.
///
/// Package access: the source `files` and the command `convert` read whole files; plug-ins read through `InputReader`.
package enum CompressedBytes {
    /// Returns the content of a file that may be compressed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file. Bytes without the mark of a format that is read are returned unchanged.
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
    static func beginning(of beginning: [UInt8], limit: Int) -> [UInt8] {
        guard let format = CompressedFormat(beginning: beginning), format.isSupported, var decompressor = try? Decompressor(format)
        else { return Array(beginning.prefix(limit)) }
        var input = beginning[...]
        return (try? decompressor.read(&input, upTo: limit, spare: 0)) ?? []
    }
}
