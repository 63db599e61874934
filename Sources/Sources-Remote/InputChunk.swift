/// A piece of an input. What its reader notes of it stands behind it in the same buffer, so that values in it hold on to one thing.
struct InputChunk: Sendable {
    /// The piece, and what was noted of it.
    private(set) var buffer: [UInt8]
    /// Where the piece stands in the buffer.
    let range: Range<Int>

    /// - Parameter start: How many bytes of the buffer do not belong to the piece.
    init(_ buffer: consuming [UInt8], from start: Int = 0) {
        range = start..<buffer.count
        self.buffer = buffer
    }

    var count: Int { range.count }
    var bytes: ArraySlice<UInt8> { buffer[range] }

    /// Appends what was noted; in place, as long as nobody else holds the buffer and there is room.
    mutating func append(_ notes: [UInt8]) {
        precondition(buffer.count == range.upperBound, "a chunk has notes of one reading only")
        buffer.reserveCapacity(buffer.count + notes.count)
        buffer.append(contentsOf: notes)
    }

    /// Forgets what was noted, before the chunk is read again.
    mutating func removeNotes() {
        if buffer.count > range.upperBound { buffer.removeSubrange(range.upperBound...) }
    }
}
