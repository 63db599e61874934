/// A piece of an input. Its reader appends the indices of the items to the same buffer, so that a value in the chunk retains one buffer.
struct InputChunk: Sendable {
    /// The bytes of the chunk, followed by the item indices.
    private(set) var buffer: [UInt8]
    /// The range of the chunk's bytes in the buffer.
    let range: Range<Int>

    /// - Parameters:
    ///   - buffer: A buffer that ends with the bytes of the chunk.
    ///   - start: The number of bytes at the start of the buffer that do not belong to the chunk.
    init(_ buffer: consuming [UInt8], from start: Int = 0) {
        range = start..<buffer.count
        self.buffer = buffer
    }

    var count: Int { range.count }
    var bytes: ArraySlice<UInt8> { buffer[range] }

    /// Appends item indices. Does not copy the buffer if it has one owner and enough capacity.
    mutating func append(_ indices: [UInt8]) {
        precondition(buffer.count == range.upperBound, "a chunk has the item indices of one reading only")
        buffer.reserveCapacity(buffer.count + indices.count)
        buffer.append(contentsOf: indices)
    }

    /// Removes the item indices, so that the chunk can be read again.
    mutating func removeIndices() {
        if buffer.count > range.upperBound { buffer.removeSubrange(range.upperBound...) }
    }
}
