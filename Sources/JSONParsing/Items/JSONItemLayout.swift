/// What a scanner noted of an item that it checked: whether it holds white space, and where the values inside stand.
public struct JSONItemLayout: Sendable {
    /// Whether there is white space between the item's tokens.
    private(set) var hasWhitespace = false
    private var index = JSONItemIndex()

    /// Forgets the item before.
    mutating func begin(at offset: Int, isContainer: Bool) {
        hasWhitespace = false
        if isContainer { index.begin(at: offset) } else { index.abandon() }
    }

    /// Forgets the item before; a whole text follows.
    mutating func beginText() {
        hasWhitespace = false
        index.beginText(at: 0)
    }

    mutating func end(at offset: Int) { index.endContainer(at: offset) }

    @inline(__always)
    mutating func noteWhitespace() { hasWhitespace = true }

    @inline(__always)
    mutating func addValue(_ range: Range<Int>) { index.add(range) }

    /// - Parameter mayContainEscape: Whether this is a key with a backslash, or may be.
    @inline(__always)
    mutating func addString(_ range: Range<Int>, mayContainEscape: Bool) { index.add(range, mayContainEscape: mayContainEscape) }

    @inline(__always)
    mutating func beginContainer(at offset: Int) { index.beginContainer(at: offset) }

    @inline(__always)
    mutating func endContainer(at end: Int) { index.endContainer(at: end) }

    /// A value of the item, in a buffer of its own.
    ///
    /// - Parameter bytes: The item as it was read.
    /// - Returns: The value, which knows where its members stand. It keeps a copy of the bytes.
    public func value(of bytes: Span<UInt8>) -> JSONValue {
        var buffer: [UInt8] = []
        let place = append(bytes, to: &buffer)
        return .text(JSONText(checked: buffer, at: place))
    }

    /// Appends the item to a buffer that many items share, and behind it the index of it. An item with white space that has no index,
    /// because there are too many values in it, is appended without that.
    ///
    /// - Parameters:
    ///   - bytes: The item as it was read.
    ///   - buffer: The buffer.
    package func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) -> JSONItemPlace {
        let start = buffer.count
        let hasIndex = index.isComplete && start + bytes.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes
        if hasWhitespace, !hasIndex {
            // Without an index nobody would find the values between the white space.
            appendWithoutWhitespace(bytes, to: &buffer)
            return JSONItemPlace(range: start..<buffer.count, index: 0, hasWhitespace: false)
        }
        appendBytes(bytes, 0..<bytes.count, to: &buffer)
        let range = start..<buffer.count
        return JSONItemPlace(
            range: range, index: hasIndex ? index.append(forItemAt: start, to: &buffer, standingAt: 0) : 0, hasWhitespace: hasWhitespace)
    }

    /// The value of a whole text.
    ///
    /// - Parameter bytes: The text as it was read; what was noted of it is appended, if there is white space between its tokens.
    func value(ofText bytes: consuming [UInt8], lastKeyWins: Bool) -> JSONValue {
        if index.isComplete, let range = index.itemRange, bytes.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes {
            guard hasWhitespace else { return .text(JSONText(checked: bytes, range: range, lastKeyWins: lastKeyWins)) }
            var indices: [UInt8] = []
            let place = index.append(forItemAt: 0, to: &indices, standingAt: bytes.count)
            bytes.reserveCapacity(bytes.count + indices.count)
            bytes.append(contentsOf: indices)
            return .text(JSONText(checked: bytes, range: range, lastKeyWins: lastKeyWins, index: place, hasWhitespace: true))
        }
        var compact: [UInt8] = []
        appendWithoutWhitespace(bytes.span, to: &compact)
        return .text(JSONText(checked: compact, range: 0..<compact.count, lastKeyWins: lastKeyWins))
    }

    /// The place of an item that stays where it was read, and whose index will stand behind everything that was read.
    ///
    /// - Parameters:
    ///   - range: Where the item stands in what was read.
    ///   - end: How long that is.
    ///   - indices: The indices that will be appended to it; that of the item is added.
    /// - Returns: nil if the item cannot stay there, and has to be appended to a buffer.
    package func place(of range: Range<Int>, before end: Int, indices: inout [UInt8]) -> JSONItemPlace? {
        guard index.isComplete, end + indices.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes else { return nil }
        let place = index.append(forItemAt: range.lowerBound, to: &indices, standingAt: end)
        return JSONItemPlace(range: range, index: place, hasWhitespace: hasWhitespace)
    }
}
