/// Where the keys and values inside an item stand, noted while it is checked, so that a member is found later without
/// reading the item again.
///
/// An entry is three words: where a key or value begins, where it ends, and which entry comes behind it and all that it
/// contains. Entries stand in the order of the text; the first one is the item. Places count from the item's start. They are less than
/// 2^31 (``JSONLimits/maxSupportedValueBytes``); the highest bit of a key's end says that there may be a backslash in it.
///
///     {"a":[1,2]}     0: 0..<11 → 5    1: 1..<4 → 2    2: 5..<10 → 5    3: 6..<7 → 4    4: 8..<9 → 5
struct JSONItemIndex: Sendable {
    /// The length of an entry in a buffer, in bytes.
    static let entryBytes = 12
    /// An item with more keys and values than this has no index, so that the memory it takes has a bound.
    private static let maxEntries = 1 << 17

    /// The most room that an index takes in a buffer.
    static let maxBytes = maxEntries * entryBytes

    private static let mayContainEscape: UInt32 = 1 << 31

    private struct Entry: BitwiseCopyable {
        var start: UInt32
        var end: UInt32
        var nextSibling: UInt32
    }

    private var entries: [Entry] = []
    /// The entries of the arrays and objects that are open.
    private var open: [Int] = []
    /// Where the item begins, in bytes from the start of the input.
    private var base = 0
    /// Whether all of the item up to now was noted.
    private(set) var isComplete = false

    /// Begins with an item that is an array or object.
    mutating func begin(at offset: Int) {
        beginText(at: offset)
        beginContainer(at: offset)
    }

    /// Begins with a text whose first token is yet to come.
    mutating func beginText(at offset: Int) {
        entries.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        base = offset
        isComplete = true
    }

    /// Where the item stands, which has ended: in bytes from where it or its text began.
    var itemRange: Range<Int>? { entries.first.map { Int($0.start)..<Int($0.end) } }

    /// Notes nothing until the next item begins.
    mutating func abandon() { isComplete = false }

    @inline(__always)
    mutating func add(_ range: Range<Int>, mayContainEscape: Bool = false) {
        guard isComplete else { return }
        if entries.count >= Self.maxEntries { return abandon() }
        entries.append(
            Entry(
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

    /// An entry in a buffer: where a key or value stands, where the entry behind it and all that it contains does, and whether it is a key
    /// with a backslash, or may be.
    @inline(__always)
    static func entry(at place: Int, in bytes: Span<UInt8>) -> (start: Int, end: Int, nextSibling: Int, mayContainEscape: Bool) {
        // Once for the three words: looking up members is mostly this.
        precondition(place >= 0 && place &+ entryBytes <= bytes.count)
        let entry = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: Entry.self)
        return (Int(entry.start), Int(entry.end & ~mayContainEscape), Int(entry.nextSibling), entry.end >= mayContainEscape)
    }

    /// Appends the entries of an item that has an index already, for another place.
    ///
    /// - Parameters:
    ///   - place: Where the item stands now.
    ///   - indices: What holds its index.
    ///   - end: Where the first byte of `indices` stands.
    ///   - start: Where the item will begin.
    ///   - buffer: The buffer that holds the item there.
    /// - Returns: Where the entry of the item stands in it.
    static func append(
        moved place: JSONItemPlace, from indices: [UInt8], standingAt end: Int, forItemAt start: Int, to buffer: inout [UInt8]
    ) -> Int {
        let oldStart = place.index - end
        let oldEnd = Int(word32(at: oldStart + 8, in: indices.span)) - end
        let newStart = buffer.count
        for entry in stride(from: oldStart, to: oldEnd, by: entryBytes) {
            for (word, shift) in [(0, start - place.range.lowerBound), (4, start - place.range.lowerBound), (8, newStart - place.index)] {
                let moved = UInt32(Int(word32(at: entry + word, in: indices.span)) + shift)
                unsafe withUnsafeBytes(of: moved) { unsafe buffer.append(contentsOf: $0) }
            }
        }
        return newStart
    }

    /// Appends the entries to a buffer.
    ///
    /// - Parameters:
    ///   - start: Where the item begins in the buffer that will hold both; places in the entries are written as such.
    ///   - buffer: The buffer, or what will be appended to it.
    ///   - base: Where the first byte of `buffer` will stand.
    /// - Returns: Where the entry of the item will stand.
    func append(forItemAt start: Int, to buffer: inout [UInt8], standingAt base: Int) -> Int {
        let indexStart = buffer.count
        unsafe entries.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
        let itemShift = UInt32(truncatingIfNeeded: start)
        let indexShift = UInt32(truncatingIfNeeded: base &+ indexStart)
        // Shifted in the buffer: the entries here may be asked for again.
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
