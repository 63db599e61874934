import JSONParsing

/// Builds the output string of a built-in function and charges its run. The text grows block by block: the run counts memory before the
/// text takes it, and notices a stop in between.
struct TextBuilder {
    private let budget: QueryBudget
    private var text = ""
    /// Bytes that are not yet part of the text: less than a block. They may end inside a character.
    private var block: [UInt8] = []
    private var capacity = 0
    /// Bytes of memory that the run has counted for the text.
    private(set) var chargedBytes = 0
    /// Whether all bytes so far are UTF-8. Replacement characters stand for those that are not.
    private(set) var isValid = true

    /// - Parameter count: How many bytes the text is expected to have.
    init(_ budget: QueryBudget, expecting count: Int = 0) throws {
        self.budget = budget
        if count > QueryBudget.blockBytes { try grow(to: count) }
        block.reserveCapacity(min(count, QueryBudget.blockBytes))
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) throws {
        block.append(byte)
        if block.count >= QueryBudget.blockBytes { try flush(upTo: wholeCharacters) }
    }

    mutating func append(contentsOf bytes: some Collection<UInt8>) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(QueryBudget.blockBytes)
            rest = rest[piece.endIndex...]
            block.append(contentsOf: piece)
            if block.count >= QueryBudget.blockBytes { try flush(upTo: wholeCharacters) }
        }
    }

    /// The text. The run still counts its memory.
    consuming func finish() throws -> String {
        try flush(upTo: block.count, isAtEnd: true)
        return text
    }

    /// The text; nil if some bytes are not UTF-8.
    consuming func finishIfValid() throws -> String? {
        try flush(upTo: block.count, isAtEnd: true)
        return isValid ? text : nil
    }

    /// Length of the block without an incomplete character at its end, in bytes.
    private var wholeCharacters: Int {
        block.indices.suffix(4).last { block[$0] & 0xC0 != 0x80 } ?? block.count
    }

    private mutating func flush(upTo end: Int, isAtEnd: Bool = false) throws {
        let count = text.utf8.count + end
        try budget.checkLength(count)
        if count > QueryBudget.blockBytes {
            try budget.charge(bytes: end)
            if count > capacity { try grow(to: count) }
        }
        let piece = block[..<end]
        if let valid = String(validating: piece, as: UTF8.self) {
            text += valid
        } else {
            isValid = false
            text += UTF8Repair.text(piece, isAtEnd: isAtEnd)
        }
        block.removeFirst(end)
    }

    /// Counts the old and the new buffer, because both exist while the bytes move.
    private mutating func grow(to count: Int) throws {
        let old = MemorySize.string(capacity)
        let new = MemorySize.string(max(count, 2 * capacity))
        try budget.allocate(new)
        capacity = max(count, 2 * capacity)
        text.reserveCapacity(capacity)
        budget.release(to: budget.unheldBytes - old)
        chargedBytes += new - old
    }
}

/// Converts bytes that are not UTF-8 to text, with replacement characters where jq puts them.
private enum UTF8Repair {
    /// - Parameter isAtEnd: Whether the text ends here. jq replaces an incomplete character at the end by one U+FFFD, whatever follows its
    ///   first byte.
    static func text(_ bytes: ArraySlice<UInt8>, isAtEnd: Bool) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = bytes
        while let first = rest.first {
            let length = length(first)
            if length > rest.count, isAtEnd {
                scalars.append("\u{FFFD}")
                break
            }
            let character = rest.prefix(1) + rest.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
            scalars.append(String(validating: character, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}")
            rest = rest.dropFirst(character.count)
        }
        return String(scalars)
    }

    /// The length of the character that a byte begins.
    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

/// Cuts a string into substrings by increasing code point indices, and charges a run for the work.
struct CodePointSlicer {
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
        // Ends at the first byte of the next character.
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
