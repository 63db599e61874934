import JSONParsing

/// A text that a built-in function writes at the cost of its run. The text grows block by block: the run counts the memory before the
/// text takes it, and hears of a stop in between.
struct TextBuilder {
    private let run: Run
    private var text = ""
    /// Bytes that are not part of the text yet: less than a block, and perhaps the beginning of a character.
    private var block: [UInt8] = []
    private var capacity = 0
    /// Bytes of memory that the run has counted for the text.
    private(set) var chargedBytes = 0
    /// Whether all bytes so far are UTF-8. Replacement characters stand for those that are not.
    private(set) var isValid = true

    /// - Parameter count: How many bytes the text is expected to have.
    init(_ run: Run, expecting count: Int = 0) throws {
        self.run = run
        if count > Run.blockBytes { try grow(to: count) }
        block.reserveCapacity(min(count, Run.blockBytes))
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) throws {
        block.append(byte)
        if block.count >= Run.blockBytes { try flush(upTo: wholeCharacters) }
    }

    mutating func append(contentsOf bytes: some Collection<UInt8>) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Run.blockBytes)
            rest = rest[piece.endIndex...]
            block.append(contentsOf: piece)
            if block.count >= Run.blockBytes { try flush(upTo: wholeCharacters) }
        }
    }

    /// The text. The run still counts its memory.
    consuming func finish() throws -> String {
        try flush(upTo: block.count)
        return text
    }

    /// The same; nil if some bytes are not UTF-8.
    consuming func finishIfValid() throws -> String? {
        try flush(upTo: block.count)
        return isValid ? text : nil
    }

    /// How much of the block may go: a character has at most four bytes, and the last one may not be complete.
    private var wholeCharacters: Int {
        block.indices.suffix(4).last { block[$0] & 0xC0 != 0x80 } ?? block.count
    }

    private mutating func flush(upTo end: Int) throws {
        let count = text.utf8.count + end
        try run.checkLength(count)
        if count > Run.blockBytes {
            try run.charge(bytes: end)
            if count > capacity { try grow(to: count) }
        }
        let piece = block[..<end]
        if let valid = String(validating: piece, as: UTF8.self) {
            text += valid
        } else {
            isValid = false
            text += String(decoding: piece, as: UTF8.self)
        }
        block.removeFirst(end)
    }

    /// Both buffers are there while the bytes move.
    private mutating func grow(to count: Int) throws {
        let old = MemorySize.string(capacity)
        let new = MemorySize.string(max(count, 2 * capacity))
        try run.allocate(new)
        capacity = max(count, 2 * capacity)
        text.reserveCapacity(capacity)
        run.release(to: run.unheldBytes - old)
        chargedBytes += new - old
    }
}
