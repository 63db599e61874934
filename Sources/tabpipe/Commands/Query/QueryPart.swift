/// Result of one input piece: outputs and messages in order, and its status.
struct QueryPart: Sendable {
    /// Bytes for standard output or standard error.
    struct Chunk: Sendable {
        var bytes: [UInt8]
        let isMessage: Bool
    }

    /// The number of the long text that the values belong to; nil if each is a text of its own.
    var longText: Int?
    /// Whether an error ended that text.
    var hasFailedText = false
    /// Whether there were inputs.
    var hasInputs = false
    var status = QueryStatus()
    private(set) var chunks: [Chunk] = []
    /// The length of all chunks in bytes.
    private(set) var byteCount = 0

    /// Appends to the last chunk, or to a new one. If the body throws, nothing is appended.
    ///
    /// - Parameters:
    ///   - isMessage: Whether the bytes go to standard error.
    ///   - body: Appends bytes.
    mutating func append(isMessage: Bool, _ body: (inout [UInt8]) throws -> Void) rethrows {
        if chunks.last?.isMessage != isMessage { chunks.append(Chunk(bytes: [], isMessage: isMessage)) }
        let last = chunks.count - 1
        let before = chunks[last].bytes.count
        do {
            try body(&chunks[last].bytes)
        } catch {
            chunks[last].bytes.removeSubrange(before...)
            throw error
        }
        byteCount += chunks[last].bytes.count - before
    }

    /// Removes the chunks.
    mutating func takeChunks() -> [Chunk] {
        byteCount = 0
        var taken: [Chunk] = []
        swap(&taken, &chunks)
        return taken
    }
}
