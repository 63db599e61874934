internal import JSONParsing

/// Sorts the lines of rejects by their place in the input. When they exceed ``memoryBytes``, they are spilled to an unnamed file as
/// sorted runs, which are merged at the end: an external merge sort.
struct RejectSorter: ~Copyable {
    /// A line in memory.
    private struct Entry {
        let place: RecordPlace
        let step: Int
        let line: Range<Int>
    }

    /// The size of the lines that are sorted in memory, in bytes.
    static let memoryBytes = 8 << 20
    /// The size of one write, in bytes.
    private static let blockBytes = 128 << 10

    private let memoryBytes: Int
    private var entries: [Entry] = []
    private var lines = JSONWriter()
    private var spill: RejectSpill?

    /// - Parameter memoryBytes: The size of the lines that are sorted in memory, in bytes.
    init(memoryBytes: Int = RejectSorter.memoryBytes) {
        self.memoryBytes = memoryBytes
    }

    /// Whether there are no rejects.
    var isEmpty: Bool { entries.isEmpty && spill == nil }

    /// Appends a reject.
    ///
    /// - Parameter path: A file in the folder where spilled runs are stored.
    mutating func append(_ reject: Reject, beside path: String) throws(SystemError) {
        let start = lines.bytes.count
        lines.write(reject.json)
        lines.append(UInt8(ascii: "\n"))
        entries.append(Entry(place: reject.place, step: reject.stepNumber, line: start..<lines.bytes.count))
        if lines.bytes.count >= memoryBytes { try spillEntries(beside: path) }
    }

    /// Writes all lines in order, and empties the sorter.
    ///
    /// - Parameter cut: Lines after this place are dropped, except those of records that a stream stage made; nil to keep all.
    /// - Returns: How many lines were written, and how many were dropped, by the number of their step.
    mutating func drain(
        upTo cut: RecordPlace? = nil, to write: ([UInt8]) throws -> Void
    ) throws -> (written: Int, dropped: [Int: Int]) {
        sortEntries()
        var block: [UInt8] = []
        var counts = (written: 0, dropped: [Int: Int]())
        func emit(_ place: RecordPlace, _ step: Int, _ line: ArraySlice<UInt8>) throws {
            if let cut, place > cut, !place.isMade {
                counts.dropped[step, default: 0] += 1
                return
            }
            counts.written += 1
            block += line
            guard block.count >= Self.blockBytes else { return }
            try write(block)
            block.removeAll(keepingCapacity: true)
        }
        var waiting = entries[...]
        if var merge = try spill.take()?.merge() {
            while let head = merge.place {
                while let entry = waiting.first, entry.place < head {
                    try emit(entry.place, entry.step, lines.bytes[entry.line])
                    waiting.removeFirst()
                }
                let step = merge.step
                try emit(head, step, merge.takeLine()[...])
            }
        }
        for entry in waiting { try emit(entry.place, entry.step, lines.bytes[entry.line]) }
        try write(block)
        entries.removeAll()
        lines = JSONWriter()
        return counts
    }

    /// Relies on a stable sort: of records with the same place, the one that was rejected first comes first.
    private mutating func sortEntries() {
        let isSorted = entries.indices.dropFirst().allSatisfy { !(entries[$0].place < entries[$0 - 1].place) }
        if !isSorted { entries.sort { $0.place < $1.place } }
    }

    private mutating func spillEntries(beside path: String) throws(SystemError) {
        sortEntries()
        if spill == nil { spill = try RejectSpill(beside: path) }
        for entry in entries { try spill?.append(entry.place, step: entry.step, lines.bytes[entry.line]) }
        try spill?.endRun()
        entries.removeAll(keepingCapacity: true)
        lines = JSONWriter()
    }
}
