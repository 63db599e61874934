/// Cuts a string into substrings by increasing code point indices, and charges a run for the work.
struct TextPieces {
    private let text: String
    private let run: Run
    /// Start of the remaining text, in code points and in bytes.
    private var place = 0
    private var offset = 0

    init(_ text: String, _ run: Run) {
        self.text = text
        self.run = run
    }

    mutating func take(to end: Int) throws -> String {
        let start = offset
        try skip(end - place)
        return try Self.piece(start..<offset, of: text, run)
    }

    mutating func skip(_ count: Int) throws {
        let utf8 = text.utf8
        let bytes = utf8.span
        let end = place + max(0, count)
        // Up to the first byte of the character behind.
        while offset < bytes.count {
            if bytes[offset] & 0xC0 != 0x80 {
                guard place < end else { return }
                place += 1
            }
            offset += 1
            try run.chargeBlock(at: offset)
        }
    }

    func rest() throws -> String { try Self.piece(offset..<text.utf8.count, of: text, run) }

    /// Bytes of a text that are whole characters, as a text of their own; its memory counts.
    static func piece(_ range: Range<Int>, of text: String, _ run: Run) throws -> String {
        try run.allocate(MemorySize.string(range.count))
        try run.charge(bytes: range.count)
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return String(Substring(utf8[start..<utf8.index(start, offsetBy: range.count)]))
    }

    /// The number of code points in a text.
    static func count(of text: String, _ run: Run) throws -> Int {
        let utf8 = text.utf8
        let bytes = utf8.span
        var count = 0
        var start = 0
        while start < bytes.count {
            let end = min(start + Run.blockBytes, bytes.count)
            for place in start..<end where bytes[place] & 0xC0 != 0x80 { count &+= 1 }
            start = end
            try run.chargeBlock(at: start)
        }
        return count
    }
}
