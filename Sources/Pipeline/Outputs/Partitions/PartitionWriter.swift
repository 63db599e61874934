/// Collects the records of all partitions in one buffer, and writes them to their files whenever it is full.
///
/// A partition has no buffer of its own, so that memory does not depend on their number: only a few numbers for each.
struct PartitionWriter: ~Copyable {
    /// The size of the buffer from which it is written, in bytes.
    static let maxBytes = 8 << 20
    /// The number of pieces in the buffer from which it is written.
    static let maxPieces = 128 << 10
    /// The size of one write to a file, in bytes, unless a single piece is longer.
    private static let blockBytes = 1 << 20

    /// Neighbouring bytes of the buffer that belong to one partition.
    private struct Piece {
        var end: Int
        /// The next piece of the partition; -1 for none.
        var next: Int32 = -1
        /// Whether the piece continues the record of the previous piece.
        let isContinued: Bool
    }

    private struct Partition {
        /// The first and the last of its pieces in the buffer; -1 for none.
        var first: Int32 = -1
        var last: Int32 = -1
        /// Whether it has bytes outside of the buffer.
        var isBegun = false
        /// Whether its records come behind those of an earlier file.
        var hasEarlier = false
    }

    /// The bytes of the records that are not written, to which the caller appends.
    var bytes: [UInt8] = []
    /// The files with the bytes that are written.
    private(set) var files: PartitionFiles
    private var pieces: [Piece] = []
    private var partitions: [Partition] = []
    /// The partition of the last piece.
    private var lastPartition: Int32 = -1
    /// The partitions with pieces in the buffer, in the order of the pieces.
    private var waiting: [Int32] = []
    private var block: [UInt8] = []
    private let separator: [UInt8]
    /// Whether neighbouring records of a partition can be one piece.
    private let joinsRecords: Bool

    /// - Parameters:
    ///   - separator: The bytes between two records of a partition.
    ///   - files: The files of the partitions.
    init(separator: [UInt8], files: consuming PartitionFiles) {
        self.separator = separator
        joinsRecords = separator.isEmpty
        self.files = files
    }

    /// Gives the bytes behind the last piece to a partition.
    ///
    /// - Parameter isContinued: Whether they continue the record of the previous piece.
    /// - Returns: Whether the buffer is full, so that ``flush(into:header:hasEarlier:)`` should follow.
    mutating func endPiece(of partition: Int32, isContinued: Bool) -> Bool {
        if partition == lastPartition, joinsRecords || isContinued, !pieces.isEmpty {
            pieces[pieces.count - 1].end = bytes.count
        } else {
            let piece = Int32(pieces.count)
            pieces.append(Piece(end: bytes.count, isContinued: isContinued))
            let number = Int(partition)
            while partitions.count <= number { partitions.append(Partition()) }
            let last = partitions[number].last
            if last < 0 {
                partitions[number].first = piece
                waiting.append(partition)
            } else {
                pieces[Int(last)].next = piece
            }
            partitions[number].last = piece
            lastPartition = partition
        }
        return bytes.count >= Self.maxBytes || pieces.count >= Self.maxPieces
    }

    /// Writes the buffer to the files of the partitions.
    ///
    /// - Parameters:
    ///   - folder: The folder of the files.
    ///   - header: The first bytes of a file without earlier records.
    ///   - hasEarlier: Whether the records of a partition come behind those of an earlier file.
    /// - Throws: ``PipelineFailure`` if a file cannot be written.
    mutating func flush(
        into folder: inout FolderWriter, header: [UInt8], hasEarlier: (Int, borrowing FolderWriter) throws -> Bool
    ) throws {
        for number in waiting {
            let partition = Int(number)
            if !partitions[partition].isBegun {
                partitions[partition].hasEarlier = try hasEarlier(partition, folder)
                if !partitions[partition].hasEarlier { block += header }
            }
            var next = partitions[partition].first
            while next >= 0 {
                let piece = pieces[Int(next)]
                if partitions[partition].isBegun, !piece.isContinued { block += separator }
                partitions[partition].isBegun = true
                block += bytes[(next == 0 ? 0 : pieces[Int(next) - 1].end)..<piece.end]
                if block.count >= Self.blockBytes { try writeBlock(of: number, into: &folder) }
                next = piece.next
            }
            if !block.isEmpty { try writeBlock(of: number, into: &folder) }
            partitions[partition].first = -1
            partitions[partition].last = -1
        }
        waiting.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: bytes.count <= 2 * Self.maxBytes)
        lastPartition = -1
    }

    private mutating func writeBlock(of partition: Int32, into folder: inout FolderWriter) throws {
        try files.append(block, to: partition, in: &folder)
        block.removeAll(keepingCapacity: block.count <= 2 * Self.blockBytes)
    }

    /// Appends the same bytes to all partitions with records, such as the end of an array, and writes them.
    mutating func finish(with footer: [UInt8], into folder: inout FolderWriter) throws {
        if !footer.isEmpty { for number in numbers { try files.append(footer, to: Int32(number), in: &folder) } }
        files.close()
    }

    /// The numbers of the partitions with records, after the buffer is written.
    var numbers: [Int] { partitions.indices.filter { partitions[$0].isBegun } }

    /// Whether the records of a partition come behind those of an earlier file.
    func hasEarlier(_ number: Int) -> Bool { partitions[number].hasEarlier }
}
