internal import Dispatch
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import Synchronization

/// Queue of input pieces from the reader task to the worker threads. A class, because both share it.
///
/// The reader task suspends while the queue is full. Worker threads block while it is empty.
final class QueryInputQueue: Sendable {
    /// A piece of the inputs.
    enum Piece: Sendable {
        /// Values, and the input that has them; nil for the value of `--slurp`.
        case values(QueryInputBatch, of: Input?)
        /// An input that cannot be read. The reader continues with the next one.
        case unreadable(String)
        /// Invalid content. The reader ends.
        case fault(String)
    }

    private struct State {
        var pieces: [Piece] = []
        var nextNumber = 0
        var isEnded = false
        var isStopped = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// Counts the pieces in the queue. At the end of the inputs, each thread gets one more signal.
    private let available = DispatchSemaphore(value: 0)
    private let capacity: Int
    private let threads: Int

    /// - Parameters:
    ///   - capacity: The number of pieces that may wait.
    ///   - threads: The number of threads that take pieces.
    init(capacity: Int, threads: Int) {
        self.capacity = capacity
        self.threads = threads
    }

    /// Adds a piece, and waits until there is room for another one.
    ///
    /// - Returns: Whether to put more pieces: false after ``stop()``.
    func put(_ piece: Piece) async -> Bool {
        let isWanted = state.withLock { state in
            if !state.isStopped { state.pieces.append(piece) }
            return !state.isStopped
        }
        guard isWanted else { return false }
        available.signal()
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isStopped || state.pieces.count < capacity { return true }
                state.reader = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
        return !isStopped
    }

    /// Ends the inputs.
    func end() {
        state.withLock { $0.isEnded = true }
        for _ in 0..<threads { available.signal() }
    }

    /// Takes the next piece with its number. Blocks the thread.
    ///
    /// - Returns: nil at the end.
    func take() -> (number: Int, piece: Piece)? {
        available.wait()
        let (taken, reader) = state.withLock { state -> ((Int, Piece)?, CheckedContinuation<Void, Never>?) in
            guard !state.isStopped, !state.pieces.isEmpty else { return (nil, nil) }
            let number = state.nextNumber
            state.nextNumber += 1
            return ((number, state.pieces.removeFirst()), state.reader.take())
        }
        reader?.resume()
        // Signals again, so that the next call finds the end, too.
        if taken == nil { available.signal() }
        return taken
    }

    /// Whether ``take()`` returns at once: a piece waits, or the inputs have ended.
    var hasNext: Bool { state.withLock { !$0.pieces.isEmpty || $0.isEnded } }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Drops all pieces, and wakes the reader and the threads, so that they end.
    func stop() {
        let reader = state.withLock { state in
            state.isStopped = true
            state.pieces = []
            return state.reader.take()
        }
        reader?.resume()
        for _ in 0..<threads { available.signal() }
    }
}
