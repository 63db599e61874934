/// What a scanner noted of an item that it checked: the white space, and where the values inside stand.
public struct JSONItemLayout: Sendable {
    private(set) var whitespace = JSONWhitespace()
    private var index = JSONItemIndex()

    /// Forgets the item before.
    mutating func begin(at offset: Int, isContainer: Bool) {
        whitespace.removeAll()
        if isContainer { index.begin(at: offset) } else { index.abandon() }
    }

    mutating func end(at offset: Int) { index.endContainer(at: offset) }

    @inline(__always)
    mutating func addWhitespace(_ run: Range<Int>) {
        whitespace.add(run)
        index.skipWhitespace(run.count)
    }

    @inline(__always)
    mutating func addValue(_ range: Range<Int>) { index.add(range) }

    @inline(__always)
    mutating func beginContainer(at offset: Int) { index.beginContainer(at: offset) }

    @inline(__always)
    mutating func endContainer(at end: Int) { index.endContainer(at: end) }

    /// A value of the item, in a buffer of its own.
    ///
    /// - Parameters:
    ///   - bytes: The item as it was read.
    ///   - offset: Where it begins, in bytes from the start of the input.
    /// - Returns: The value, which knows where its members stand. It keeps a copy of the bytes without white space.
    public func value(of bytes: Span<UInt8>, offset: Int) -> JSONValue {
        var buffer: [UInt8] = []
        let place = append(bytes, offset: offset, to: &buffer)
        return .text(JSONText(checked: buffer, range: place.range, index: place.index))
    }

    /// Appends the item without its white space to a buffer that many items share, and behind it the index of it.
    ///
    /// - Parameters:
    ///   - bytes: The item as it was read.
    ///   - offset: Where it begins, in bytes from the start of the input.
    ///   - buffer: The buffer.
    /// - Returns: Where the item's text stands in the buffer, and where its index does (0 if it has none).
    package func append(_ bytes: Span<UInt8>, offset: Int, to buffer: inout [UInt8]) -> (range: Range<Int>, index: Int) {
        let start = buffer.count
        whitespace.appendRest(of: bytes, offset: offset, to: &buffer)
        let range = start..<buffer.count
        let hasIndex = index.isComplete && buffer.count <= JSONLimits.greatestValueBytes - JSONItemIndex.maxBytes
        return (range, hasIndex ? index.append(forItemAt: start, to: &buffer) : 0)
    }
}
