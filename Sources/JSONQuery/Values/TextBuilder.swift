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

    /// Counts both buffers, because both exist while the bytes move.
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
