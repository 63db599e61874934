/// Counts the lines of an input that comes in pieces.
struct LineCount {
    private var breaks = 0
    /// The bytes that were counted.
    private(set) var bytes = 0

    /// Passes over bytes in front of the first line.
    mutating func skip(_ count: Int) { bytes += count }

    /// Counts the next piece.
    mutating func add(_ chunk: InputChunk) {
        breaks += Self.breaks(in: chunk.bytes)
        bytes += chunk.count
    }

    /// The line that a byte stands in, counted from 1.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the start of the input.
    ///   - chunk: The piece behind those that were counted; nil at the end.
    func line(of offset: Int, in chunk: InputChunk?) -> Int {
        1 + breaks + (chunk.map { Self.breaks(in: $0.bytes.prefix(max(0, offset - bytes))) } ?? 0)
    }

    private static func breaks(in chunk: ArraySlice<UInt8>) -> Int {
        var count = 0
        let span = chunk.span
        for index in span.indices where span[index] == UInt8(ascii: "\n") { count += 1 }
        return count
    }
}
