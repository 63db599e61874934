internal import Pipeline

/// Cuts what a program writes into lines.
struct OutputLines: Sendable {
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

/// Makes messages of what a program writes to standard error: lines of limited length, and a limited number of them.
struct StandardErrorLines: Sendable {
    /// The greatest length of a message, in bytes.
    static let maxBytes = 1000
    /// The greatest number of messages of one run of a program.
    static let maxLines = 1000

    private var rest: [UInt8] = []
    private var isCut = false
    private var count = 0
    private var dropped = 0

    /// Reads a piece of standard error; none at its end.
    ///
    /// - Returns: The messages that are complete, without control characters.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> [String] {
        var messages: [String] = []
        var start = bytes.startIndex
        while let newline = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") }) {
            keep(bytes[start..<newline])
            end(&messages)
            start = newline + 1
        }
        keep(bytes[start...])
        guard bytes.isEmpty else { return messages }
        end(&messages)
        if dropped > 0 { messages.append("\(dropped.counted("further line")) on standard error") }
        dropped = 0
        return messages
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        guard count < Self.maxLines else {
            // The number of dropped lines is all that is shown.
            if !piece.isEmpty, rest.isEmpty { rest = [0x2E] }
            return
        }
        rest += piece.prefix(Self.maxBytes - rest.count)
        isCut = isCut || rest.count == Self.maxBytes && !piece.isEmpty
    }

    private mutating func end(_ messages: inout [String]) {
        defer {
            rest.removeAll(keepingCapacity: true)
            isCut = false
        }
        guard !rest.isEmpty else { return }
        guard count < Self.maxLines else {
            dropped += 1
            return
        }
        count += 1
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        messages.append(String(decoding: rest, as: UTF8.self).printable + (isCut ? "…" : ""))
    }
}
