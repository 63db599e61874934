#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Reads the content of an earlier file in chunks, decompressed.
package struct EarlierContent: ~Copyable {
    private let file: InputFile
    private var decompressor: Decompressor?
    /// Compressed bytes that the decompressor has not taken yet.
    private var input: ArraySlice<UInt8> = []
    private let format: CompressedFormat?
    private let name: String

    /// - Parameters:
    ///   - descriptor: The open file. Its position changes.
    ///   - format: The format of a compressed file; nil for others.
    ///   - name: The name in messages.
    init(_ descriptor: borrowing FileDescriptor, _ format: CompressedFormat?, name: String) throws {
        file = InputFile(owning: FileDescriptor(owning: dup(descriptor.number)), shownAs: name)
        self.format = format
        self.name = name
        guard let format else { return }
        do throws(CompressionError) {
            decompressor = try Decompressor(format)
        } catch {
            throw PipelineFailure(.badData, "\(name): \(format.message(for: error))")
        }
    }

    /// Reads the next chunk.
    ///
    /// - Returns: The bytes; empty at the end.
    /// - Throws: ``PipelineFailure``: `inputMissing` if reading fails, `badData` for faulty compressed data.
    package mutating func read() async throws -> [UInt8] {
        while true {
            try Task.checkCancellation()
            if let content = try decompressed(), !content.isEmpty { return content }
            let bytes = try await file.read()
            guard let format else { return bytes }
            if bytes.isEmpty {
                do throws(CompressionError) {
                    try decompressor?.finish()
                    return []
                } catch {
                    throw PipelineFailure(.badData, "\(name): \(format.message(for: error))")
                }
            }
            input = bytes[...]
        }
    }

    private mutating func decompressed() throws -> [UInt8]? {
        do throws(CompressionError) {
            return try decompressor?.read(&input, upTo: InputFile.chunkBytes, spare: 0)
        } catch {
            throw PipelineFailure(.badData, "\(name): \(format?.message(for: error) ?? error.message)")
        }
    }
}
