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
    package func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) -> JSONItemOffsets {
        let start = buffer.count
        let hasIndex = index.isComplete && start + bytes.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes
        if hasWhitespace, !hasIndex {
            // Without an index, readers step from value to value and expect no white space.
            appendWithoutWhitespace(bytes, to: &buffer)
            return JSONItemOffsets(range: start..<buffer.count, index: 0, hasWhitespace: false)
        }
        appendBytes(bytes, 0..<bytes.count, to: &buffer)
        let range = start..<buffer.count
        return JSONItemOffsets(
            range: range, index: hasIndex ? index.append(itemStart: start, to: &buffer, bufferOffset: 0) : 0, hasWhitespace: hasWhitespace)
    }

    /// Makes the place of an item that stays in its chunk. The caller appends all indices to the chunk later.
    ///
    /// - Parameters:
    ///   - range: The range of the item in the chunk's buffer.
    ///   - end: The length of that buffer without indices, in bytes.
    ///   - indices: Collects the indices of the chunk's items; this method appends one.
    /// - Returns: nil if the item has no index or offsets would overflow; the caller then appends the item to another buffer.
    package func place(of range: Range<Int>, before end: Int, indices: inout [UInt8]) -> JSONItemOffsets? {
        guard index.isComplete, end + indices.count <= JSONLimits.maxSupportedValueBytes - JSONItemIndex.maxBytes else { return nil }
        let place = index.append(itemStart: range.lowerBound, to: &indices, bufferOffset: end)
        return JSONItemOffsets(range: range, index: place, hasWhitespace: hasWhitespace)
    }
}

/// The offsets of an item and its index in a buffer.
package struct JSONItemOffsets: Sendable {
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
    package func moved(from bytes: [UInt8], _ indices: [UInt8], to buffer: inout [UInt8]) -> JSONItemOffsets {
        let start = buffer.count
        buffer.append(contentsOf: bytes[range])
        let place = JSONItemIndex.appendRelocated(self, from: indices, indicesOffset: bytes.count, itemStart: start, to: &buffer)
        return JSONItemOffsets(range: start..<start + range.count, index: place, hasWhitespace: hasWhitespace)
    }
}

/// The offsets of all keys and values in an item, recorded during validation. With it a member is found without scanning the item
/// again.
///
/// An entry is three words of 32 bits: start, end, and the number of the next sibling's entry, which skips everything inside this
/// value. Entries are in the order of the text; the first one is the item. Offsets count from the item's start and are less than
/// 2^31 (``JSONLimits/maxSupportedValueBytes``). The highest bit of a key's end marks a key that may contain a backslash.
///
///     {"a":[1,2]}     0: 0..<11 → 5    1: 1..<4 → 2    2: 5..<10 → 5    3: 6..<7 → 4    4: 8..<9 → 5
struct JSONItemIndex: Sendable {
    /// The length of an entry in a buffer, in bytes.
    static let entryBytes = 12
    /// The limit of entries, which bounds the memory of an index. Items with more keys and values have no index.
    private static let maxEntries = 1 << 17

    /// The size of the largest index in a buffer, in bytes.
    static let maxBytes = maxEntries * entryBytes

    private static let mayContainEscape: UInt32 = 1 << 31

    private struct IndexEntry: BitwiseCopyable {
        var start: UInt32
        var end: UInt32
        var nextSibling: UInt32
    }

    private var entries: [IndexEntry] = []
    /// The numbers of the entries of all open arrays and objects.
    private var open: [Int] = []
    /// The offset of the item in bytes from the start of the input.
    private var base = 0
    /// Whether the index holds every key and value of the item up to now.
    private(set) var isComplete = false

    /// Starts the index of an item that is an array or object.
    mutating func begin(at offset: Int) {
        beginText(at: offset)
        beginContainer(at: offset)
    }

    /// Starts the index of a text before its first token.
    mutating func beginText(at offset: Int) {
        entries.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        base = offset
        isComplete = true
    }

    /// The range of the completed item, in bytes from the start of the item or its text.
    var itemRange: Range<Int>? { entries.first.map { Int($0.start)..<Int($0.end) } }

    /// Stops recording until the next item begins.
    mutating func abandon() { isComplete = false }

    @inline(__always)
    mutating func add(_ range: Range<Int>, mayContainEscape: Bool = false) {
        guard isComplete else { return }
        if entries.count >= Self.maxEntries { return abandon() }
        entries.append(
            IndexEntry(
                start: UInt32(truncatingIfNeeded: range.lowerBound &- base),
                end: UInt32(truncatingIfNeeded: range.upperBound &- base) | (mayContainEscape ? Self.mayContainEscape : 0),
                nextSibling: UInt32(truncatingIfNeeded: entries.count &+ 1)))
    }

    @inline(__always)
    mutating func beginContainer(at offset: Int) {
        guard isComplete else { return }
        open.append(entries.count)
        add(offset..<offset)
    }

    @inline(__always)
    mutating func endContainer(at end: Int) {
        guard isComplete, let entry = open.popLast() else { return }
        entries[entry].end = UInt32(truncatingIfNeeded: end &- base)
        entries[entry].nextSibling = UInt32(truncatingIfNeeded: entries.count)
    }

    /// Reads an entry from a buffer: start and end of the key or value, the place of the next sibling's entry, and whether this is a
    /// key that may contain a backslash.
    @inline(__always)
    static func entry(at place: Int, in bytes: Span<UInt8>) -> (start: Int, end: Int, nextSibling: Int, mayContainEscape: Bool) {
        // One bounds check for three words: this load dominates the time of member lookups.
        precondition(place >= 0 && place &+ entryBytes <= bytes.count)
        let entry = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: IndexEntry.self)
        return (Int(entry.start), Int(entry.end & ~mayContainEscape), Int(entry.nextSibling), entry.end >= mayContainEscape)
    }

    /// Copies the index of an item that moves to another buffer, and adjusts all offsets.
    ///
    /// - Parameters:
    ///   - place: The old place of the item.
    ///   - indices: Bytes that contain the item's index.
    ///   - offset: The offset that the old place assigns to the first byte of `indices`.
    ///   - start: The new start of the item.
    ///   - buffer: The new buffer of the item.
    /// - Returns: The place of the item's entry in `buffer`.
    static func appendRelocated(
        _ place: JSONItemOffsets, from indices: [UInt8], indicesOffset offset: Int, itemStart start: Int, to buffer: inout [UInt8]
    ) -> Int {
        let oldStart = place.index - offset
        let oldEnd = Int(word32(at: oldStart + 8, in: indices.span)) - offset
        let newStart = buffer.count
        for entry in stride(from: oldStart, to: oldEnd, by: entryBytes) {
            for (word, shift) in [(0, start - place.range.lowerBound), (4, start - place.range.lowerBound), (8, newStart - place.index)] {
                let moved = UInt32(Int(word32(at: entry + word, in: indices.span)) + shift)
                unsafe withUnsafeBytes(of: moved) { unsafe buffer.append(contentsOf: $0) }
            }
        }
        return newStart
    }

    /// Appends the entries to a buffer. Item and entries end up in one buffer, and the written offsets count from its start.
    ///
    /// - Parameters:
    ///   - start: The start of the item in the final buffer.
    ///   - buffer: The final buffer, or bytes that the caller appends to it later.
    ///   - base: The offset of the first byte of `buffer` in the final buffer.
    /// - Returns: The place of the item's entry in the final buffer.
    func append(itemStart start: Int, to buffer: inout [UInt8], bufferOffset base: Int) -> Int {
        let indexStart = buffer.count
        unsafe entries.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
        let itemShift = UInt32(truncatingIfNeeded: start)
        let indexShift = UInt32(truncatingIfNeeded: base &+ indexStart)
        // Adjusted in the buffer, not in `entries`: a sink may append the same item twice.
        unsafe buffer.withUnsafeMutableBytes { bytes in
            var place = indexStart
            for entry in entries {
                unsafe bytes.storeBytes(of: entry.start &+ itemShift, toByteOffset: place, as: UInt32.self)
                unsafe bytes.storeBytes(of: entry.end &+ itemShift, toByteOffset: place &+ 4, as: UInt32.self)
                let next = entry.nextSibling &* UInt32(Self.entryBytes) &+ indexShift
                unsafe bytes.storeBytes(of: next, toByteOffset: place &+ 8, as: UInt32.self)
                place &+= Self.entryBytes
            }
        }
        return base &+ indexStart
    }
}
