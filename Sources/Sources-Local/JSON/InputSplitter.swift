internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Cuts an input into splits at the boundaries of items, and reads them.
///
/// Each task reads the bytes of its own split from the disk, so that they are in the cache of its processor. A class, because all tasks
/// share it.
final class InputSplitter: Sendable {
    /// The position of a split.
    struct SplitPosition: Sendable {
        /// The number of the split, counted from 0.
        fileprivate(set) var number = 0
        /// The range of the split in the input, in bytes. Its end may be after the end of the input.
        fileprivate(set) var range: Range<Int>
        fileprivate(set) var beginsAtBoundary = false
    }

    /// The minimum length of a split other than the last one, in bytes. Long enough to make the cost of a task negligible; shorter for
    /// short items, whose records take more memory than their bytes.
    private let minBytes: Int
    /// The minimum length of a split, in items.
    private static let minItems = 4096
    /// The maximum length of a split, in bytes, if no boundary is found. Limits the memory.
    private static let maxBytes = 4 << 20
    /// The number of bytes that are first searched for a boundary; each further search takes twice as many. The task that reads the next
    /// split reads these bytes again.
    private static let windowBytes = 16 << 10

    private let input: InputReader
    private let boundary: JSONItemBoundary
    /// The offset of the input in its file, in bytes.
    private let start: Int
    /// The next split. Its range is empty until a task requests it.
    private let upcoming: Mutex<SplitPosition>

    /// Creates a splitter for the rest of an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - position: The offset of the first split in the input's file, in bytes.
    ///   - boundary: The bytes between two items.
    ///   - offset: The offset of the first split in the input, in bytes.
    ///   - itemBytes: The average distance from one item to the next, in bytes.
    init(_ input: consuming InputReader, at position: Int, _ boundary: JSONItemBoundary, offset: Int, itemBytes: Int) {
        self.input = input
        self.boundary = boundary
        start = position - offset
        minBytes = min(512 << 10, max(64 << 10, Self.minItems * itemBytes))
        upcoming = Mutex(SplitPosition(range: offset..<offset))
    }

    /// Determines the next split. If the split is after the end of the input, reading it returns nil.
    func next() -> SplitPosition {
        upcoming.withLock { upcoming in
            var split = upcoming
            let next = end(of: split)
            split.range = split.range.lowerBound..<next.offset
            upcoming = SplitPosition(number: split.number + 1, range: next.offset..<next.offset, beginsAtBoundary: next.beginsAtBoundary)
            return split
        }
    }

    /// The end of a split, and whether it is at a boundary.
    private func end(of split: SplitPosition) -> (offset: Int, beginsAtBoundary: Bool) {
        var offset = split.range.lowerBound + minBytes
        let limit = split.range.lowerBound + Self.maxBytes
        var window = Self.windowBytes
        while offset < limit {
            // The task that reads the next split gets the read error, after all earlier splits were delivered.
            guard let bytes = try? input.file.read(at: start + offset, count: min(window, limit - offset)), !bytes.isEmpty else { break }
            if let start = boundary.firstItemStart(in: bytes.span) { return (offset + start, true) }
            // A boundary across the end of a window is not found.
            offset += bytes.count
            window *= 2
        }
        return (offset, false)
    }

    /// Reads a split.
    ///
    /// - Returns: nil if the split is after the end of the input.
    /// - Throws: The read error of the file.
    func read(_ split: SplitPosition) throws -> InputSplit? {
        let bytes = try input.file.read(at: start + split.range.lowerBound, count: split.range.count)
        guard !bytes.isEmpty else { return nil }
        input.progress?.add(bytes.count)
        let isLast = bytes.count < split.range.count
        return InputSplit(
            chunk: InputChunk(bytes), offset: split.range.lowerBound, beginsAtBoundary: split.beginsAtBoundary, isLast: isLast)
    }

    /// Continues after the last split if the file has grown meanwhile.
    ///
    /// - Parameter offset: The end of the last split in the input, in bytes.
    /// - Returns: Whether there are more bytes.
    /// - Throws: The read error of the file, or an error if the file has become shorter. JSON errors would not reveal that, because splits
    ///   end at the boundaries of items.
    func resume(at offset: Int) throws -> Bool {
        guard try !input.file.read(at: start + offset, count: 1).isEmpty else {
            try input.file.checkLength(readTo: start + offset)
            return false
        }
        upcoming.withLock { $0 = SplitPosition(range: offset..<offset) }
        return true
    }

    /// Sets the position of the file, which other processes may share, as if it had been read up to an offset.
    ///
    /// - Parameter offset: Bytes of the input.
    func seekInput(to offset: Int) { input.file.seek(to: start + offset) }
}

/// A part of an input that one task reads while other tasks read the neighbouring parts.
struct InputSplit: Sendable {
    var chunk: InputChunk
    /// The offset of the split in the input, in bytes.
    let offset: Int
    /// Whether the bytes at its start look like the boundary of two items.
    let beginsAtBoundary: Bool
    /// Whether it is shorter than planned, because the input ends here.
    let isLast: Bool
}
