internal import ProgramRunning

/// Splits the output of a program into lines.
struct OutputLineReader: ProgramOutputReader {
    private let limit: Int
    /// The beginning of the unfinished line.
    private var rest: [UInt8] = []
    /// Whether the unfinished line is longer than the limit; its bytes are dropped.
    private var isTooLong = false

    /// - Parameter limit: The limit of a line, in bytes.
    init(limit: Int) { self.limit = limit }

    /// Whether a line has begun that is not complete.
    var hasRest: Bool { !rest.isEmpty || isTooLong }

    /// Reads a piece of output.
    ///
    /// - Parameter bytes: The bytes, which may end anywhere; none at the end of the output, which completes the last line.
    /// - Returns: The lines that are complete.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> [ProgramLine] {
        var lines: [ProgramLine] = []
        var start = bytes.startIndex
        while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(end(bytes[start..<newline]))
            start = newline + 1
        }
        if bytes.isEmpty {
            if hasRest { lines.append(end([])) }
        } else if !isTooLong {
            rest += bytes[start...]
            isTooLong = rest.count > limit
            if isTooLong { rest = [] }
        }
        return lines
    }

    private mutating func end(_ piece: ArraySlice<UInt8>) -> ProgramLine {
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong, rest.count + piece.count <= limit else { return .tooLong(limit: limit) }
        if rest.isEmpty { return ProgramLine(piece) }
        rest += piece
        return ProgramLine(rest[...])
    }
}
