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

    /// Counts the lines that ``drain(upTo:to:)`` drops.
    ///
    /// - Returns: Their number, by the number of their step.
    mutating func dropped(upTo cut: RecordPlace?) throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        guard let cut else { return counts }
        try forEach { place, step, _ in if Self.drops(place, upTo: cut) { counts[step, default: 0] += 1 } }
        return counts
    }

    /// Writes all lines in order, and empties the sorter.
    ///
    /// - Parameter cut: Lines after this place are dropped, except those of records that a stream stage made; nil to keep all.
    /// - Returns: How many lines were written.
    mutating func drain(upTo cut: RecordPlace? = nil, to write: ([UInt8]) throws -> Void) throws -> Int {
        var block: [UInt8] = []
        var count = 0
        try forEach { place, _, line in
            if Self.drops(place, upTo: cut) { return }
            count += 1
            block += line
            guard block.count >= Self.blockBytes else { return }
            try write(block)
            block.removeAll(keepingCapacity: true)
        }
        try write(block)
        spill = nil
        entries.removeAll()
        lines = JSONWriter()
        return count
    }

    private static func drops(_ place: RecordPlace, upTo cut: RecordPlace?) -> Bool {
        guard let cut else { return false }
        return place > cut && !place.isMade
    }

    /// Calls a closure with all lines in order.
    private mutating func forEach(_ body: (_ place: RecordPlace, _ step: Int, _ line: ArraySlice<UInt8>) throws -> Void) throws {
        sortEntries()
        var waiting = entries[...]
        if var merge = try spill?.merge() {
            while let head = merge.place {
                while let entry = waiting.first, entry.place < head {
                    try body(entry.place, entry.step, lines.bytes[entry.line])
                    waiting.removeFirst()
                }
                let step = merge.step
                try body(head, step, merge.takeLine()[...])
            }
        }
        for entry in waiting { try body(entry.place, entry.step, lines.bytes[entry.line]) }
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
