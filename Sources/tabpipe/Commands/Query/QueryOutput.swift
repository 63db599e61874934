internal import Dispatch
internal import Pipeline
internal import Synchronization

/// Writes the results of all workers in the order of the inputs. A class, because the threads share it.
final class QueryOutput: Sendable {
    /// The largest buffer of a part that waits for its turn, in bytes. A thread that exceeds it blocks.
    static let maxWaitingBytes = 16 << 20

    private struct State {
        /// The number of the part that is written now.
        var turn = 0
        /// Parts that are complete before their turn.
        var early: [Int: QueryPieceResult] = [:]
        var waiting: [Int: DispatchSemaphore] = [:]
        var status = QueryStatus()
        /// The number of the long JSON text that an error has ended.
        var failedText: Int?
    }

    private let console: Console
    /// The number of complete parts that may wait. A thread with one more blocks.
    private let maxEarlyParts: Int
    private let state = Mutex(State())

    init(console: Console, maxEarlyParts: Int) {
        self.console = console
        self.maxEarlyParts = maxEarlyParts
    }

    /// The line of a message, as the console prints it.
    func line(_ level: Console.Level, _ message: String) -> String { console.rendered(level, message) }

    var status: QueryStatus { state.withLock { $0.status } }

    func isTurn(of number: Int) -> Bool { state.withLock { $0.turn == number } }

    /// Blocks until all parts in front of this one have been written.
    func waitForTurn(of number: Int) {
        let semaphore = DispatchSemaphore(value: 0)
        let isTurn = state.withLock { state in
            if state.turn == number { return true }
            state.waiting[number] = semaphore
            return false
        }
        if !isTurn { semaphore.wait() }
    }

    /// Writes the buffered chunks of the part whose turn it is.
    ///
    /// - Returns: Whether the part may write more: false if the output has ended, or if its text has failed.
    func write(_ part: inout QueryPieceResult) -> Bool {
        let isWanted = state.withLock { !$0.status.isEnded && (part.longText == nil || $0.failedText != part.longText) }
        let chunks = part.takeChunks()
        guard isWanted else { return false }
        for chunk in chunks {
            if chunk.isMessage { console.writeError(chunk.bytes) } else { console.writeOutput(chunk.bytes) }
        }
        guard console.outputFailure != nil else { return true }
        state.withLock { $0.status.isEnded = true }
        return false
    }

    /// Ends a part. On its turn, the part is written; before, it waits, and another thread writes it.
    ///
    /// - Returns: Whether more parts are wanted.
    func finish(_ part: consuming QueryPieceResult, number: Int) -> Bool {
        let waits = state.withLock { state -> Bool? in
            if state.turn == number { return nil }
            guard state.early.count < maxEarlyParts else { return true }
            state.early[number] = part
            return false
        }
        if waits == false { return !status.isEnded }
        if waits == true { waitForTurn(of: number) }
        var next: QueryPieceResult? = part
        while var current = next {
            let isWanted = write(&current)
            next = state.withLock { state in
                if isWanted { Self.add(current, to: &state) }
                state.turn += 1
                state.waiting.removeValue(forKey: state.turn)?.signal()
                return state.early.removeValue(forKey: state.turn)
            }
        }
        return !status.isEnded
    }

    private static func add(_ part: QueryPieceResult, to state: inout State) {
        state.status.add(part.status, hasInputs: part.hasInputs)
        if part.hasFailedText { state.failedText = part.longText }
        if part.status.haltCode != nil { state.status.isEnded = true }
    }
}

/// Result of one input piece: outputs and messages in order, and its status.
struct QueryPieceResult: Sendable {
    /// Bytes for standard output or standard error.
    struct Chunk: Sendable {
        var bytes: [UInt8]
        let isMessage: Bool
    }

    /// The number of the long JSON text that the values belong to; nil if each value is a text of its own.
    var longText: Int?
    /// Whether an error ended the long text.
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

    /// Removes the chunks and returns them.
    mutating func takeChunks() -> [Chunk] {
        byteCount = 0
        var taken: [Chunk] = []
        swap(&taken, &chunks)
        return taken
    }
}
