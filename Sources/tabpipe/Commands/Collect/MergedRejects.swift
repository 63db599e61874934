internal import Foundation
internal import Pipeline

/// One file with the rejects of all shards, in their order.
struct MergedRejects {
    /// The number of bytes that are copied at once.
    private static let pieceBytes = 1 << 20

    let path: String

    /// Writes the file, or removes that of an earlier call if nothing was rejected.
    ///
    /// - Returns: The number of records in the file.
    /// - Throws: ``PipelineFailure`` if it cannot be written, or holds something else than rejects.
    func write(from records: [ShardRecord]) throws -> Int {
        guard RejectsFile.mayReplace(path) else {
            throw PipelineFailure(.cannotCreate, "\(path.printable) holds something else than rejected records, and is not replaced")
        }
        let files = records.flatMap { record in record.rejects.map { record.place(of: $0.path) } }
        guard !files.isEmpty else {
            if FilePath.kind(of: path) == .regular { try FilePath.remove(path) }
            return 0
        }
        var merged = try OutputFile(Output(path))
        var count = 0
        for file in files {
            let opened = try FileDescriptor(opening: file, flags: O_RDONLY)
            while case let piece = try FileDescriptor.read(from: opened.number, upTo: Self.pieceBytes), !piece.isEmpty {
                count += piece.count { $0 == UInt8(ascii: "\n") }
                try merged.writeWaiting(piece)
            }
        }
        try merged.prepare()
        _ = try merged.commit()
        return count
    }
}
