/// An unnamed file with sorted runs of rejects.
///
/// An entry consists of the length of its branch, the length of its line, the record's number, the number of the step, the branch, and the
/// line. Each number has eight bytes, the lowest first.
struct RejectSpill: ~Copyable {
    /// The size of one write, in bytes.
    private static let blockBytes = 128 << 10

    private let file: SharedDescriptor
    private var block: [UInt8] = []
    private var length = 0
    private var runStart = 0
    private var runs: [Range<Int>] = []
    private var lastPlace: RecordPlace?
    /// Whether the first entry of the current run continues the order of the previous run.
    private var continuesRun = false

    /// Creates the file in the folder of another one. It has no name, so that a killed process leaves nothing behind.
    init(beside path: String) throws(SystemError) {
        file = SharedDescriptor(try ConfinedFolder.makeUnnamedFile(beside: path))
    }

    /// Appends an entry to the current run.
    mutating func append(_ place: RecordPlace, step: Int, _ line: ArraySlice<UInt8>) throws(SystemError) {
        if length == runStart, let lastPlace { continuesRun = !(place < lastPlace) }
        lastPlace = place
        let branch = place.branch
        for number in [branch.count, line.count, place.number, step] + branch { append(number) }
        block += line
        length += 8 * (4 + branch.count) + line.count
        if block.count >= Self.blockBytes { try writeBlock() }
    }

    /// Ends the current run. If it continues the order of the previous run, the two become one.
    mutating func endRun() throws(SystemError) {
        try writeBlock()
        if continuesRun, let last = runs.popLast() {
            runs.append(last.lowerBound..<length)
        } else {
            runs.append(runStart..<length)
        }
        continuesRun = false
        runStart = length
    }

    /// Merges the runs.
    func merge() throws(SystemError) -> RejectMerge { try RejectMerge(runs.map { SortedRejects(file, $0) }) }

    private mutating func append(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { block.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func writeBlock() throws(SystemError) {
        try file.descriptor.write(block.span)
        block.removeAll(keepingCapacity: true)
    }
}
