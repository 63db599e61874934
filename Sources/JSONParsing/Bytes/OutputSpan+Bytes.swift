extension OutputSpan<UInt8> {
    /// Appends a span in one copy.
    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) { append(bytes, 0..<bytes.count) }

    /// Appends a range of a span in one copy. Traps if there is no room for it.
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
