internal import JSONQuery

/// Merges sorted runs: a heap of the runs that have entries left, the one with the smallest key on top.
struct RunMerge {
    private let isDescending: Bool
    private var runs: [SpilledRun]
    /// The positions of the runs. Each comes before the two at twice its place.
    private var heap: [Int] = []

    /// - Parameter runs: The runs. Of entries with equal keys, that of an earlier run comes first.
    init(_ runs: [SpilledRun], isDescending: Bool) throws(SystemError) {
        self.isDescending = isDescending
        self.runs = runs
        for place in runs.indices { if try self.runs[place].advance() { heap.append(place) } }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    /// The run whose current entry comes next; nil at the end.
    var top: SpilledRun? { heap.first.map { runs[$0] } }

    /// Goes on to the next entry.
    mutating func advance() throws(SystemError) {
        guard let first = heap.first else { return }
        if try !runs[first].advance() {
            let last = heap.removeLast()
            if heap.isEmpty { return }
            heap[0] = last
        }
        sink(0)
    }

    private mutating func sink(_ place: Int) {
        var place = place
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
            guard precedes(heap[child], heap[place]) else { return }
            heap.swapAt(child, place)
            place = child
        }
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        if runs[a].prefix != runs[b].prefix { return (runs[a].prefix < runs[b].prefix) != isDescending }
        let order = JSONOrderKey.order(runs[a].key.span, runs[b].key.span)
        return order == 0 ? a < b : (order < 0) != isDescending
    }
}

/// A sorted run in a temporary file, read from its beginning.
struct SpilledRun {
    private static let headBytes = 4 * 8

    private let file: SharedDescriptor
    private var unread: Range<Int>
    private let windowBytes: Int
    private var window: [UInt8] = []
    /// The current entry in the window.
    private var range = 0..<0
    private var keyCount = 0
    private var firstCount = 0
    /// The number of the current entry's record.
    private(set) var number = 0
    /// The first eight bytes of the current entry's key.
    private(set) var prefix: UInt64 = 0

    /// - Parameters:
    ///   - file: The file.
    ///   - range: The range of the run in the file, in bytes.
    ///   - windowBytes: The size of one read, in bytes.
    init(_ file: SharedDescriptor, _ range: Range<Int>, windowBytes: Int) {
        self.file = file
        self.windowBytes = windowBytes
        unread = range
    }

    /// The bytes of the current entry.
    var entry: ArraySlice<UInt8> { window[range] }
    /// The bytes of both keys.
    var key: ArraySlice<UInt8> { window[keyStart..<keyStart + keyCount] }
    /// The bytes of the first key.
    var firstKey: ArraySlice<UInt8> { window[keyStart..<keyStart + firstCount] }
    /// The bytes of the record.
    var body: ArraySlice<UInt8> { window[keyStart + keyCount..<range.upperBound] }

    private var keyStart: Int { range.lowerBound + Self.headBytes }

    /// Reads the next entry.
    ///
    /// - Returns: Whether there was another entry.
    mutating func advance() throws(SystemError) -> Bool {
        let start = range.upperBound
        if start == window.count, unread.isEmpty { return false }
        range = start..<start
        try fill(Self.headBytes)
        keyCount = window.number(at: range.lowerBound)
        firstCount = window.number(at: range.lowerBound + 8)
        let count = Self.headBytes + keyCount + window.number(at: range.lowerBound + 16)
        number = window.number(at: range.lowerBound + 24)
        try fill(count)
        range = range.lowerBound..<range.lowerBound + count
        prefix = key.span.orderPrefix
        return true
    }

    /// Reads until the window holds this number of bytes from the beginning of the entry.
    private mutating func fill(_ count: Int) throws(SystemError) {
        guard window.count - range.lowerBound < count else { return }
        window.removeFirst(range.lowerBound)
        range = 0..<0
        while window.count < count {
            let piece = try FileDescriptor.read(
                from: file.descriptor.number, at: unread.lowerBound, upTo: min(unread.count, max(windowBytes, count - window.count)))
            // No other program can shorten the file: it has no name.
            precondition(!piece.isEmpty, "a temporary file with records became shorter")
            window += piece
            unread = unread.lowerBound + piece.count..<unread.upperBound
        }
    }
}
