/// The offsets of an item and its index in a buffer.
package struct JSONItemPlace: Sendable {
    /// The range of the item.
    package let range: Range<Int>
    /// The offset of the entry of an array or object (``JSONItemIndex``); 0 without an index.
    package let index: Int
    /// Whether the item has white space between tokens. Such an item always has an index.
    let hasWhitespace: Bool

    /// Copies the item and its index to a buffer that many items share.
    ///
    /// - Parameters:
    ///   - bytes: The old buffer without indices.
    ///   - indices: The indices that follow `bytes` in the old buffer.
    ///   - buffer: The buffer to append to.
    /// - Returns: The new place of the item.
    package func moved(from bytes: [UInt8], _ indices: [UInt8], to buffer: inout [UInt8]) -> JSONItemPlace {
        let start = buffer.count
        buffer.append(contentsOf: bytes[range])
        let place = JSONItemIndex.appendRelocated(self, from: indices, indicesOffset: bytes.count, itemStart: start, to: &buffer)
        return JSONItemPlace(range: start..<start + range.count, index: place, hasWhitespace: hasWhitespace)
    }
}
