internal import JSONParsing

/// The sorted runs of a ``RecordSorter`` in temporary files.
///
/// New runs go to the file of the first level. When it has ``maxOpenRuns``, they are merged into one run of the next level, and their file
/// goes. So no merge has more runs open, and a record is written once for each level: 64 runs fill the first one, 4,096 the second.
struct SpilledRuns {
    /// The greatest number of runs that are merged at once.
    static let maxOpenRuns = 64
    /// The bounds of the buffer of one run while it is merged, in bytes.
    private static let windowBytes = 16 << 10...1 << 20

    private let folder: String
    private let isDescending: Bool
    private let memoryBytes: Int
    /// The runs of the levels. Those of a higher level are older.
    private var levels: [RunFile?] = []

    init(in folder: String, isDescending: Bool, memoryBytes: Int) {
        self.folder = folder
        self.isDescending = isDescending
        self.memoryBytes = memoryBytes
    }

    /// Appends a record to the run that is being written.
    ///
    /// - Parameters:
    ///   - key: The bytes of both keys.
    ///   - firstCount: The length of the first key.
    mutating func append(
        _ record: Record, by key: ArraySlice<UInt8>, firstCount: Int, number: Int, _ coding: inout RecordCoding
    ) throws(SystemError) {
        try open(0)
        try levels[0]?.append(record, by: key, firstCount: firstCount, number: number, &coding)
    }

    /// Ends the run that is being written.
    mutating func endRun() throws {
        try levels[0]?.endRun()
        if levels[0]?.runs.count == Self.maxOpenRuns { try collapse(0) }
    }

    /// Merges all runs, in passes if there are too many.
    mutating func merged() throws -> RunMerge {
        var level = 0
        while levels.reduce(0, { $0 + ($1?.runs.count ?? 0) }) > Self.maxOpenRuns {
            if levels[level] != nil { try collapse(level) }
            level += 1
        }
        let count = levels.reduce(0) { $0 + ($1?.runs.count ?? 0) }
        return try RunMerge(levels.reversed().flatMap { $0?.readers(windowBytes: window(for: count)) ?? [] }, isDescending: isDescending)
    }

    /// Merges the runs of a level into one run of the next level.
    private mutating func collapse(_ level: Int) throws {
        guard let file = levels[level] else { return }
        var merge = try RunMerge(file.readers(windowBytes: window(for: file.runs.count)), isDescending: isDescending)
        try open(level + 1)
        var count = 0
        while let top = merge.top {
            count &+= 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            try levels[level + 1]?.append(top.entry)
            try merge.advance()
        }
        try levels[level + 1]?.endRun()
        levels[level] = nil
        if levels[level + 1]?.runs.count == Self.maxOpenRuns { try collapse(level + 1) }
    }

    private mutating func open(_ level: Int) throws(SystemError) {
        if level == levels.count { levels.append(nil) }
        if levels[level] == nil { levels[level] = RunFile(try FileDescriptor(unnamedIn: folder)) }
    }

    private func window(for runs: Int) -> Int {
        max(Self.windowBytes.lowerBound, min(memoryBytes / 2 / max(1, runs), Self.windowBytes.upperBound))
    }
}

/// A temporary file with sorted runs.
///
/// An entry has four numbers: the length of its keys, the length of the first key, the length of its record, the number of the record. The
/// keys and the record follow. A number has eight bytes, the lowest first.
private struct RunFile {
    private let file: SharedDescriptor
    private var block: [UInt8] = []
    private var length = 0
    private var runStart = 0
    /// The ranges of the runs, in bytes.
    private(set) var runs: [Range<Int>] = []

    init(_ file: consuming FileDescriptor) { self.file = SharedDescriptor(file) }

    mutating func append(
        _ record: Record, by key: ArraySlice<UInt8>, firstCount: Int, number: Int, _ coding: inout RecordCoding
    ) throws(SystemError) {
        let start = block.count
        block.append(number: key.count)
        block.append(number: firstCount)
        let lengthPlace = block.count
        block.append(number: 0)
        block.append(number: number)
        block += key
        let bodyStart = block.count
        coding.append(record, to: &block, keepsDocuments: true)
        block.set(number: block.count - bodyStart, at: lengthPlace)
        length += block.count - start
        if block.count >= FileDescriptor.blockBytes { try writeBlock() }
    }

    /// Appends an entry of another file.
    mutating func append(_ entry: ArraySlice<UInt8>) throws(SystemError) {
        block += entry
        length += entry.count
        if block.count >= FileDescriptor.blockBytes { try writeBlock() }
    }

    mutating func endRun() throws(SystemError) {
        try writeBlock()
        runs.append(runStart..<length)
        runStart = length
    }

    /// The runs, to be read from their beginnings.
    func readers(windowBytes: Int) -> [SpilledRun] { runs.map { SpilledRun(file, $0, windowBytes: windowBytes) } }

    private mutating func writeBlock() throws(SystemError) {
        try file.descriptor.write(block.span)
        // One long record must not keep its memory.
        block.removeAll(keepingCapacity: block.capacity <= 4 * FileDescriptor.blockBytes)
    }
}

extension [UInt8] {
    /// Replaces the eight bytes at a position by a number, the lowest first.
    fileprivate mutating func set(number: Int, at position: Int) {
        for place in 0..<8 { self[position + place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
    }
}
