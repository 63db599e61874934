internal import Pipeline

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
