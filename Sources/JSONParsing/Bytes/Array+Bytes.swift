/// Appends a range of a span to an array in one copy.
package func appendBytes(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
}

extension [UInt8] {
    /// Reserves room for more bytes with geometric growth. `append(addingCapacity:initializingWith:)` reserves exactly what it needs,
    /// so that many small calls would copy the array again and again.
    mutating func makeRoom(for addedCount: Int) {
        guard capacity &- count < addedCount else { return }
        reserveCapacity(Swift.max(count &+ addedCount, 2 &* capacity))
    }
}
