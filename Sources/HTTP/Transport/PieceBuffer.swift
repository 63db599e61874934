internal import Pipeline

/// The received bytes that the reader has not taken yet, in pieces of about 256 KiB.
struct PieceBuffer {
    /// The size of a full piece in bytes.
    static let pieceBytes = InputFile.chunkBytes
    /// The capacity behind a full piece, for the index that the reader appends, in bytes.
    static let spareBytes = pieceBytes / 4

    private var pieces: [[UInt8]] = []
    /// The number of bytes in the buffer.
    private(set) var count = 0
    /// The number of bytes so far, with those that the reader has taken.
    private(set) var total = 0

    var isEmpty: Bool { count == 0 }

    /// Appends received bytes. Short bodies get small arrays, and long ones full pieces from the start.
    mutating func append(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            var piece = pieces.popLast() ?? []
            if piece.count >= Self.pieceBytes {
                pieces.append(piece)
                piece = []
            }
            let step = min(bytes.count - offset, Self.pieceBytes - piece.count)
            if piece.capacity < piece.count + step + Self.spareBytes {
                let isLong = total >= Self.pieceBytes / 4
                piece.reserveCapacity(isLong ? Self.pieceBytes + Self.spareBytes : (piece.count + step) * 2)
            }
            // The only copy between libcurl's buffer and the reader.
            unsafe bytes.extracting(offset..<offset + step).withUnsafeBufferPointer { unsafe piece.append(contentsOf: $0) }
            pieces.append(piece)
            offset += step
            count += step
            total += step
        }
    }

    /// Removes and returns the first piece; empty if there is none.
    mutating func take() -> [UInt8] {
        guard !pieces.isEmpty else { return [] }
        let piece = pieces.removeFirst()
        count -= piece.count
        return piece
    }

    /// Drops all bytes that the reader has not taken.
    mutating func removeAll() {
        pieces = []
        count = 0
    }
}
