/// Counts the lines of an input that comes in pieces.
struct LineCount {
    private var breaks = 0
    private var bytes = 0

    /// Counts a piece.
    mutating func add(_ chunk: [UInt8]) {
        breaks += Self.breaks(in: chunk, upTo: chunk.count)
        bytes += chunk.count
    }

    /// The line that a byte stands in, counted from 1.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the start of the input.
    ///   - chunk: The piece behind those that were counted.
    func line(of offset: Int, in chunk: [UInt8]) -> Int {
        1 + breaks + Self.breaks(in: chunk, upTo: min(max(0, offset - bytes), chunk.count))
    }

    private static func breaks(in chunk: [UInt8], upTo end: Int) -> Int {
        var count = 0
        let span = chunk.span
        for index in 0..<end where span[index] == UInt8(ascii: "\n") { count += 1 }
        return count
    }
}
