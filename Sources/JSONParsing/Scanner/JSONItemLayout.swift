/// Facts about an item that a scanner records during validation: white space between tokens, and the offsets of keys and values.
public struct JSONItemLayout: Sendable {
    /// Whether there is white space between the item's tokens.
    private(set) var hasWhitespace = false
    private(set) var index = JSONItemIndex()

    /// Clears the layout for the next item.
    mutating func begin(at offset: Int, isContainer: Bool) {
        hasWhitespace = false
        if isContainer { index.begin(at: offset) } else { index.abandon() }
    }

    /// Clears the layout for a text that is parsed as a whole.
    mutating func beginText() {
        hasWhitespace = false
        index.beginText(at: 0)
    }

    mutating func end(at offset: Int) { index.endContainer(at: offset) }

    @inline(__always)
    mutating func noteWhitespace() { hasWhitespace = true }

    @inline(__always)
    mutating func addValue(_ range: Range<Int>) { index.add(range) }

    /// - Parameter mayContainEscape: Whether this is a key that may contain a backslash.
    @inline(__always)
    mutating func addString(_ range: Range<Int>, mayContainEscape: Bool) { index.add(range, mayContainEscape: mayContainEscape) }

    @inline(__always)
    mutating func beginContainer(at offset: Int) { index.beginContainer(at: offset) }

    @inline(__always)
    mutating func endContainer(at end: Int) { index.endContainer(at: end) }

    /// Appends the item and its index to a buffer that many items share. An item with too many values for an index is appended
    /// without white space.
    ///
    /// - Parameters:
    ///   - bytes: The item's bytes, as the sink has received them.
    ///   - buffer: The buffer to append to.
    /// - Returns: The place of the item in `buffer`.
    package func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) -> JSONItemPlace {
        let start = buffer.count
        let hasIndex = index.isComplete && start + bytes.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes
        if hasWhitespace, !hasIndex {
            // Without an index, readers step from value to value and expect no white space.
            appendWithoutWhitespace(bytes, to: &buffer)
            return JSONItemPlace(range: start..<buffer.count, index: 0, hasWhitespace: false)
        }
        appendBytes(bytes, 0..<bytes.count, to: &buffer)
        let range = start..<buffer.count
        return JSONItemPlace(
            range: range, index: hasIndex ? index.append(itemStart: start, to: &buffer, bufferOffset: 0) : 0, hasWhitespace: hasWhitespace)
    }

    /// Makes the place of an item that stays in its chunk. The caller appends all indices to the chunk later.
    ///
    /// - Parameters:
    ///   - range: The range of the item in the chunk's buffer.
    ///   - end: The length of that buffer without indices, in bytes.
    ///   - indices: Collects the indices of the chunk's items; this method appends one.
    /// - Returns: nil if the item has no index or offsets would overflow; the caller then appends the item to another buffer.
    package func place(of range: Range<Int>, before end: Int, indices: inout [UInt8]) -> JSONItemPlace? {
        guard index.isComplete, end + indices.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes else { return nil }
        let place = index.append(itemStart: range.lowerBound, to: &indices, bufferOffset: end)
        return JSONItemPlace(range: range, index: place, hasWhitespace: hasWhitespace)
    }
}
