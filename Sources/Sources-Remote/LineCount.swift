/// Counts the lines of an input that comes in pieces.
struct LineCount {
    private var breaks = 0
    /// The bytes that were counted.
    private(set) var bytes = 0

    /// Passes over bytes in front of the first line.
    mutating func skip(_ count: Int) { bytes += count }

    /// Counts pieces that follow one another.
    mutating func add(_ chunks: [InputChunk]) {
        for chunk in chunks {
            breaks += Self.breaks(in: chunk.bytes)
            bytes += chunk.count
        }
    }

    /// The line that a byte stands in, counted from 1.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the start of the input.
    ///   - chunks: The pieces behind those that were counted.
    func line(of offset: Int, in chunks: [InputChunk]) -> Int {
        var rest = max(0, offset - bytes)
        var breaks = breaks
        for chunk in chunks {
            breaks += Self.breaks(in: chunk.bytes.prefix(rest))
            rest = max(0, rest - chunk.count)
        }
        return 1 + breaks
    }

    private static func breaks(in chunk: ArraySlice<UInt8>) -> Int {
        var count = 0
        let span = chunk.span
        for index in span.indices where span[index] == UInt8(ascii: "\n") { count += 1 }
        return count
    }
}
