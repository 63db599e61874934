internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Cuts an input where items seem to begin, and reads a split for whoever goes through it next, so that its bytes are in the cache of
/// that processor. Shared by the tasks that do so, and so a class.
final class InputSplitter: Sendable {
    /// Where a split stands.
    struct Place: Sendable {
        /// Its number, counted from 0.
        fileprivate(set) var number = 0
        /// The bytes of the input; more than there are, if the input ends before.
        fileprivate(set) var range: Range<Int>
        fileprivate(set) var beginsAtBoundary = false
    }

    /// So long is a split at least, in bytes, if it is not the last one: enough that handing it over costs nothing in comparison, and less
    /// where items are so short that the records take more than the bytes.
    private let minBytes: Int
    /// So many items make a split that is long enough, however short they are.
    private static let minItems = 4096
    /// So long is a split at most, in bytes, if no item seems to begin; a bound for memory.
    private static let maxBytes = 4 << 20
    /// So much is read first to find where the next split begins, in bytes, and then twice as much, and so on; whoever goes through it
    /// reads that again.
    private static let windowBytes = 16 << 10

    private let input: InputReader
    private let boundary: JSONItemBoundary
    /// How many bytes of the file lie before the input.
    private let start: Int
    /// The next split, which ends where it begins as long as nobody has asked for it.
    private let upcoming: Mutex<Place>

    /// - Parameters:
    ///   - input: What is read.
    ///   - position: How many bytes of the input's file lie before the first split.
    ///   - boundary: How items follow each other.
    ///   - offset: How many bytes of the input lie before the first split.
    ///   - itemBytes: How long an item is, about, in bytes.
    init(_ input: consuming InputReader, at position: Int, _ boundary: JSONItemBoundary, offset: Int, itemBytes: Int) {
        self.input = input
        self.boundary = boundary
        start = position - offset
        minBytes = min(512 << 10, max(64 << 10, Self.minItems * itemBytes))
        upcoming = Mutex(Place(range: offset..<offset))
    }

    /// Cuts off the next split. There is always one; behind the end of the input it is empty.
    func next() -> Place {
        upcoming.withLock { upcoming in
            var place = upcoming
            let next = end(of: place)
            place.range = place.range.lowerBound..<next.offset
            upcoming = Place(number: place.number + 1, range: next.offset..<next.offset, beginsAtBoundary: next.beginsAtBoundary)
            return place
        }
    }

    /// Where a split ends, and whether an item seems to begin there.
    private func end(of place: Place) -> (offset: Int, beginsAtBoundary: Bool) {
        var offset = place.range.lowerBound + minBytes
        let limit = place.range.lowerBound + Self.maxBytes
        var window = Self.windowBytes
        while offset < limit {
            // Who reads the next split hears of what cannot be read, when all that comes before has been delivered.
            guard let bytes = try? input.file.read(at: start + offset, count: min(window, limit - offset)), !bytes.isEmpty else { break }
            if let place = boundary.firstItemStart(in: bytes.span) { return (offset + place, true) }
            // What stands across the end of a window is not found.
            offset += bytes.count
            window *= 2
        }
        return (offset, false)
    }

    /// Reads a split.
    ///
    /// - Returns: nil if it lies behind the end of the input.
    func read(_ place: Place) throws -> InputSplit? {
        let bytes = try input.file.read(at: start + place.range.lowerBound, count: place.range.count)
        guard !bytes.isEmpty else { return nil }
        InputProgress.current?.add(bytes.count)
        let isLast = bytes.count < place.range.count
        return InputSplit(
            chunk: InputChunk(bytes), offset: place.range.lowerBound, beginsAtBoundary: place.beginsAtBoundary, isLast: isLast)
    }

    /// Goes on behind the last split, if there is more: a file may have grown meanwhile.
    ///
    /// - Parameter offset: Where that split ended, in bytes of the input.
    /// - Throws: Why the input cannot be read any further; also if the file has become shorter. Splits end where items do, and so what
    ///   is missing would not be missed.
    func resume(at offset: Int) throws -> Bool {
        guard try !input.file.read(at: start + offset, count: 1).isEmpty else {
            try input.file.checkLength(readTo: start + offset)
            return false
        }
        upcoming.withLock { $0 = Place(range: offset..<offset) }
        return true
    }

    /// Leaves the file to others who have it open, too, as if it had been read up to here: to its end, if all went well.
    ///
    /// - Parameter offset: Bytes of the input.
    func seekInput(to offset: Int) { input.file.goTo(start + offset) }
}
