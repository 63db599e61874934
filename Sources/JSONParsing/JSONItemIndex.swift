/// Where the keys and values inside an item stand, noted while it is checked, so that a member is found later without
/// reading the item again.
///
/// An entry is three words: where a key or value begins, where it ends, and which entry comes behind it and all that it
/// contains. Entries stand in the order of the text; the first one is the item. Places count from the item's start,
/// without white space.
///
///     {"a":[1,2]}     0: 0..<11 → 5    1: 1..<4 → 2    2: 5..<10 → 5    3: 6..<7 → 4    4: 8..<9 → 5
struct JSONItemIndex: Sendable {
    /// The length of an entry in a buffer, in bytes.
    static let entryBytes = 12
    /// An item with more keys and values than this has no index, so that the memory it takes has a bound.
    private static let maxEntries = 1 << 17

    /// The most room that an index takes in a buffer.
    static let maxBytes = maxEntries * entryBytes

    private struct Entry {
        var start: UInt32
        var end: UInt32
        var following: UInt32
    }

    private var entries: [Entry] = []
    /// The entries of the arrays and objects that are open.
    private var open: [Int] = []
    /// The place of the item's first byte without white space, in bytes from the start of the input less what was removed.
    private var base = 0
    /// White space that was met, in bytes from the start of the input.
    private var removed = 0
    /// Whether all of the item up to now was noted.
    private(set) var isComplete = false

    /// Begins with an item that is an array or object.
    mutating func begin(at offset: Int) {
        entries.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        base = offset
        removed = 0
        isComplete = true
        beginContainer(at: offset)
    }

    /// Notes nothing until the next item begins.
    mutating func abandon() { isComplete = false }

    @inline(__always)
    mutating func skipWhitespace(_ count: Int) { removed &+= count }

    @inline(__always)
    mutating func add(_ range: Range<Int>) {
        guard isComplete else { return }
        if entries.count >= Self.maxEntries { return abandon() }
        let shift = base &+ removed
        entries.append(
            Entry(
                start: UInt32(truncatingIfNeeded: range.lowerBound &- shift), end: UInt32(truncatingIfNeeded: range.upperBound &- shift),
                following: UInt32(truncatingIfNeeded: entries.count &+ 1)))
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
        entries[entry].end = UInt32(truncatingIfNeeded: end &- base &- removed)
        entries[entry].following = UInt32(truncatingIfNeeded: entries.count)
    }

    /// Appends the entries to a buffer that holds the item.
    ///
    /// - Parameters:
    ///   - start: Where the item begins in the buffer.
    ///   - buffer: The buffer; places in it are written as such.
    /// - Returns: Where the entry of the item stands in the buffer.
    func append(forItemAt start: Int, to buffer: inout [UInt8]) -> Int {
        let indexStart = buffer.count
        unsafe entries.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
        let itemShift = UInt32(truncatingIfNeeded: start)
        let indexShift = UInt32(truncatingIfNeeded: indexStart)
        // Shifted in the buffer: the entries here may be asked for again.
        unsafe buffer.withUnsafeMutableBytes { bytes in
            var place = indexStart
            for entry in entries {
                unsafe bytes.storeBytes(of: entry.start &+ itemShift, toByteOffset: place, as: UInt32.self)
                unsafe bytes.storeBytes(of: entry.end &+ itemShift, toByteOffset: place &+ 4, as: UInt32.self)
                let next = entry.following &* UInt32(Self.entryBytes) &+ indexShift
                unsafe bytes.storeBytes(of: next, toByteOffset: place &+ 8, as: UInt32.self)
                place &+= Self.entryBytes
            }
        }
        return indexStart
    }
}
