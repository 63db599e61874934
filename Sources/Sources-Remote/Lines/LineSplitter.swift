/// Takes text apart into lines, whatever the pieces are that it comes in.
struct LineSplitter {
    /// A line without its line break.
    struct Line {
        /// The bytes; of a line that is too long, its beginning.
        let bytes: ArraySlice<UInt8>
        /// Counted from 1.
        let number: Int
        /// Where the line begins, in bytes from the start.
        let offset: Int
        let isTooLong: Bool
    }

    private let maxLineBytes: Int
    private var rest: [UInt8] = []
    /// Bytes of the line that were read, those that were not kept included.
    private var restLength = 0
    private var number = 0
    private var offset: Int

    /// - Parameters:
    ///   - maxLineBytes: How much of a line is kept at most.
    ///   - offset: Where the first line begins, in bytes from the start.
    init(maxLineBytes: Int, offset: Int = 0) {
        self.maxLineBytes = maxLineBytes
        self.offset = offset
    }

    /// Reads the next piece and hands over the lines that are complete.
    ///
    /// - Parameter chunk: UTF-8 bytes that follow those before; none says that the input has ended.
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

    /// Keeps one byte more than a line may have: it may be the `\r` of its line break.
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
        // Where something was cut off, a `\r` at the end of the rest is content and no line break.
        let isWhole = length == line.count
        let bytes = isWhole && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let isTooLong = !isWhole || bytes.count > maxLineBytes
        try take(Line(bytes: bytes.prefix(maxLineBytes), number: number, offset: start, isTooLong: isTooLong))
    }
}
