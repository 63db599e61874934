/// A sorted run of rejects in a ``RejectSpill``, read from its beginning.
struct SortedRejects {
    /// The size of one read, in bytes.
    private static let windowBytes = 32 << 10

    private let file: SharedDescriptor
    private var unread: Range<Int>
    private var window: [UInt8] = []
    private var position = 0
    /// The number of the run in its file.
    var number = 0
    /// The place of the current entry.
    private(set) var place = RecordPlace()
    /// The number of the step that rejected the current entry.
    private(set) var step = 0
    /// The line of the current entry.
    private(set) var line: [UInt8] = []

    /// - Parameters:
    ///   - file: The file.
    ///   - range: The range of the run in the file, in bytes.
    init(_ file: SharedDescriptor, _ range: Range<Int>) {
        self.file = file
        unread = range
    }

    /// Reads the next entry.
    ///
    /// - Returns: Whether there was another entry.
    mutating func advance() throws(SystemError) -> Bool {
        if position == window.count, unread.isEmpty { return false }
        let branchCount = try takeNumber()
        let lineCount = try takeNumber()
        let number = try takeNumber()
        step = try takeNumber()
        var branch: [Int] = []
        for _ in 0..<branchCount { branch.append(try takeNumber()) }
        place = RecordPlace(number: number, branch: branch)
        try fill(lineCount)
        line = Array(window[position..<position + lineCount])
        position += lineCount
        return true
    }

    private mutating func takeNumber() throws(SystemError) -> Int {
        try fill(8)
        var number: UInt64 = 0
        for index in (0..<8).reversed() { number = number << 8 | UInt64(window[position + index]) }
        position += 8
        return Int(truncatingIfNeeded: number)
    }

    /// Reads until the window holds this number of bytes after the position.
    private mutating func fill(_ count: Int) throws(SystemError) {
        guard window.count - position < count else { return }
        window.removeFirst(position)
        position = 0
        while window.count < count {
            let piece = try FileDescriptor.read(
                from: file.descriptor.number, at: unread.lowerBound, upTo: min(unread.count, max(Self.windowBytes, count - window.count)))
            // No other program can shorten the file: it has no name.
            precondition(!piece.isEmpty, "a spilled run of rejects became shorter")
            window += piece
            unread = unread.lowerBound + piece.count..<unread.upperBound
        }
    }
}

extension SortedRejects {
    /// Whether the current entry of one run precedes that of another.
    static func < (a: SortedRejects, b: SortedRejects) -> Bool { a.place != b.place ? a.place < b.place : a.number < b.number }
}
