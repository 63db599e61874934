extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) { append(bytes, 0..<bytes.count) }

    /// Appends a piece of a span in one copy.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBytes { piece in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                precondition(piece.count <= buffer.count &- count)
                unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...])).copyMemory(from: piece)
                count &+= piece.count
            }
        }
    }
}

extension [UInt8] {
    /// Makes room as an array does that grows by appending. `append(addingCapacity:initializingWith:)` makes room for what it needs
    /// and no more, so that many small calls copy everything again and again.
    mutating func makeRoom(for addedCount: Int) {
        guard capacity &- count < addedCount else { return }
        reserveCapacity(Swift.max(count &+ addedCount, 2 &* capacity))
    }
}
