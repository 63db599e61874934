/// Where an item and its index stand in a buffer.
package struct JSONItemPlace: Sendable {
    /// Where the item stands.
    package let range: Range<Int>
    /// Where the entry of an array or object stands (``JSONItemIndex``); 0 if there is none.
    package let index: Int
    /// Whether there is white space between the item's tokens; then there is an index.
    let hasWhitespace: Bool

    /// Copies the item and its index to a buffer that many items share.
    ///
    /// - Parameters:
    ///   - bytes: The buffer that it stands in, as far as the index.
    ///   - indices: What was to be appended to that.
    ///   - buffer: The buffer to copy to.
    package func moved(from bytes: [UInt8], _ indices: [UInt8], to buffer: inout [UInt8]) -> JSONItemPlace {
        let start = buffer.count
        buffer.append(contentsOf: bytes[range])
        let place = JSONItemIndex.append(moved: self, from: indices, standingAt: bytes.count, forItemAt: start, to: &buffer)
        return JSONItemPlace(range: start..<start + range.count, index: place, hasWhitespace: hasWhitespace)
    }
}
