/// Counts the lines of an input chunk by chunk.
struct LineCount {
    private(set) var breaks = 0
    /// The number of bytes that were counted.
    private(set) var bytes = 0

    /// Skips bytes in front of the first line, such as a byte order mark.
    mutating func skip(_ count: Int) { bytes += count }

    /// Counts the next chunk.
    mutating func add(_ chunk: InputChunk) {
        breaks += Self.breaks(in: chunk.bytes)
        bytes += chunk.count
    }

    /// Returns the line of a byte, counted from 1.
    ///
    /// - Parameters:
    ///   - offset: Offset of the byte in the input: inside `chunk`, or inside a token without line breaks that extends into `chunk`.
    ///   - chunk: The chunk behind the counted ones; nil at the end of the input.
    func line(of offset: Int, in chunk: InputChunk?) -> Int {
        1 + breaks + (chunk.map { Self.breaks(in: $0.bytes.prefix(max(0, offset - bytes))) } ?? 0)
    }

    /// Counts the line breaks of a chunk, eight bytes at a time with one counter per byte of a word. Counting byte by byte takes five times
    /// as long: a third of the time of a run.
    static func breaks(in chunk: ArraySlice<UInt8>) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let span = chunk.span
        var count = 0
        var place = 0
        while place &+ 8 <= span.count {
            // A counter of eight bits holds at most 255.
            let end = min(place &+ 8 * 255, span.count & ~7)
            var counts: UInt64 = 0
            while place < end {
                let word = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self) ^ (ones &* 0x0A)
                let others = (word & (ones &* 0x7F)) &+ (ones &* 0x7F) | word
                counts &+= ~others >> 7 & ones
                place &+= 8
            }
            let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts >> 8 & 0x00FF_00FF_00FF_00FF)
            count += Int((pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        while place < span.count {
            if span[place] == UInt8(ascii: "\n") { count += 1 }
            place += 1
        }
        return count
    }
}
