internal import Pipeline

/// Splits text that arrives in chunks into lines.
struct LineSplitter {
    /// A line without its line break.
    struct Line {
        /// The bytes of the line; of a line that is too long, its beginning.
        let bytes: ArraySlice<UInt8>
        /// The number of the line, counted from 1.
        let number: Int
        /// The offset of the line in the input, in bytes.
        let offset: Int
        let isTooLong: Bool
    }

    private let maxLineBytes: Int
    private let keepsReturns: Bool
    /// The beginning of the unfinished line.
    private var rest: [UInt8] = []
    /// The number of bytes read of the unfinished line, including dropped ones.
    private var restLength = 0
    private var number = 0
    private var offset: Int

    /// - Parameters:
    ///   - maxLineBytes: The limit of a line, in bytes. Further bytes are dropped.
    ///   - offset: The offset of the first line in the input, in bytes.
    ///   - keepsReturns: Whether `\r` at the end of a line is content.
    init(maxLineBytes: Int, offset: Int = 0, keepsReturns: Bool = false) {
        self.keepsReturns = keepsReturns
        self.maxLineBytes = maxLineBytes
        self.offset = offset
    }

    /// Reads the next chunk and passes the complete lines to a closure.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of UTF-8. An empty chunk marks the end of the input.
    ///   - take: Receives the lines in order.
    mutating func feed(_ chunk: ArraySlice<UInt8>, _ take: (Line) throws -> Void) rethrows {
        var start = chunk.startIndex
        while let newline = chunk[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if restLength == 0 {
                try end(chunk[start..<newline], length: newline - start, take)
            } else {
                keep(chunk[start..<newline])
                try endRest(take)
            }
            offset += 1
            start = newline + 1
        }
        keep(chunk[start...])
        if chunk.isEmpty, restLength > 0 { try endRest(take) }
    }

    /// Keeps one byte more than the limit, because it may be the `\r` of the line break.
    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        rest += piece.prefix(maxLineBytes + 1 - rest.count)
        restLength += piece.count
    }

    private mutating func endRest(_ take: (Line) throws -> Void) rethrows {
        try end(rest[...], length: restLength, take)
        rest.removeAll(keepingCapacity: rest.count <= 1 << 20)
        restLength = 0
    }

    private mutating func end(_ line: ArraySlice<UInt8>, length: Int, _ take: (Line) throws -> Void) rethrows {
        number += 1
        let start = offset
        offset += length
        // In a truncated line, a `\r` at the end is content, not a part of the line break.
        let isWhole = length == line.count
        let bytes = isWhole && !keepsReturns && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let isTooLong = !isWhole || bytes.count > maxLineBytes
        try take(Line(bytes: bytes.prefix(maxLineBytes), number: number, offset: start, isTooLong: isTooLong))
    }
}

/// Counts the lines of an input chunk by chunk.
struct LineCounter {
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
    ///   - chunk: The chunk after the counted ones; nil at the end of the input.
    func line(of offset: Int, in chunk: InputChunk?) -> Int {
        1 + breaks + (chunk.map { Lines.count(in: $0.bytes.prefix(max(0, offset - bytes))) } ?? 0)
    }
}
