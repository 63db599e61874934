internal import Pipeline

/// Counts the lines of an input chunk by chunk.
struct LineCount {
    private(set) var breaks = 0
    /// The number of bytes that were counted.
    private(set) var bytes = 0

    /// Skips bytes in front of the first line, such as a byte order mark.
    mutating func skip(_ count: Int) { bytes += count }

    /// Counts the next chunk.
    mutating func add(_ chunk: InputChunk) {
        breaks += Lines.count(in: chunk.bytes)
        bytes += chunk.count
    }

    /// Returns the line of a byte, counted from 1.
    ///
    /// - Parameters:
    ///   - offset: Offset of the byte in the input: inside `chunk`, or inside a token without line breaks that extends into `chunk`.
    ///   - chunk: The chunk behind the counted ones; nil at the end of the input.
    func line(of offset: Int, in chunk: InputChunk?) -> Int {
        1 + breaks + (chunk.map { Lines.count(in: $0.bytes.prefix(max(0, offset - bytes))) } ?? 0)
    }
}
