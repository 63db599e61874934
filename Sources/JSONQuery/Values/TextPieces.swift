/// Cuts a string into substrings by increasing code point indices, and charges a run for the work.
struct TextPieces {
    private let text: String
    private let budget: QueryBudget
    /// Start of the remaining text, in code points and in bytes.
    private var place = 0
    private var offset = 0

    init(_ text: String, _ budget: QueryBudget) {
        self.text = text
        self.budget = budget
    }

    mutating func take(to end: Int) throws -> String {
        let start = offset
        try skip(end - place)
        return try Self.piece(start..<offset, of: text, budget)
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
            try budget.chargeBlock(at: offset)
        }
    }

    func rest() throws -> String { try Self.piece(offset..<text.utf8.count, of: text, budget) }

    /// Bytes of a text that are whole characters, as a text of their own; its memory counts.
    static func piece(_ range: Range<Int>, of text: String, _ budget: QueryBudget) throws -> String {
        try budget.allocate(MemorySize.string(range.count))
        try budget.charge(bytes: range.count)
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return String(Substring(utf8[start..<utf8.index(start, offsetBy: range.count)]))
    }

    /// The number of code points in a text.
    static func count(of text: String, _ budget: QueryBudget) throws -> Int {
        let utf8 = text.utf8
        let bytes = utf8.span
        var count = 0
        var start = 0
        while start < bytes.count {
            let end = min(start + QueryBudget.blockBytes, bytes.count)
            for place in start..<end where bytes[place] & 0xC0 != 0x80 { count &+= 1 }
            start = end
            try budget.chargeBlock(at: start)
        }
        return count
    }
}
