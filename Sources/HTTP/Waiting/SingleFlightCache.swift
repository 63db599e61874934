internal import Synchronization

/// Makes the value of a key once. Tasks that need it meanwhile wait for the same value; later tasks get it as long as the cache keeps it.
///
/// Failures are remembered, too. If a task is cancelled while it makes a value, the next waiting task makes it.
///
/// A class, because the tasks of a stage share it.
package final class SingleFlightCache<Value: Sendable>: Sendable {
    /// The value of a key that is being made.
    private final class Entry: Sendable {
        /// Held by the task that makes the value.
        let lock = AsyncLock()
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    private struct State {
        var recent: LRUCache<Result<Value, any Error>>
        var current: [String: (entry: Entry, tasks: Int)] = [:]
        /// The values that were made, or are being made.
        var count = 0
    }

    private let maxValues: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - maxBytes: The limit for the values that are remembered.
    ///   - maxValues: The limit of values that are made.
    package init(maxBytes: Int = .max, maxValues: Int = .max) {
        self.maxValues = maxValues
        state = Mutex(State(recent: LRUCache(maxBytes: maxBytes)))
    }

    /// Returns the value of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Makes the value, and returns it with the bytes that it takes.
    /// - Throws: The error of `make`; ``SingleFlightCacheFull`` for a key beyond the limit; `CancellationError`.
    package func value(for key: String, make: @Sendable () async throws -> (value: Value, bytes: Int)) async throws -> Value {
        let entry: Entry
        switch try find(key) {
        case .known(let result): return try result.get()
        case .current(let found): entry = found
        }
        defer { leave(key) }
        return try await entry.lock.withLock {
            if let result = entry.result.withLock({ $0 }) { return try result.get() }
            do {
                let made = try await make()
                remember(.success(made.value), bytes: made.bytes, for: key, in: entry)
                return made.value
            } catch {
                if !(error is CancellationError) { remember(.failure(error), bytes: 0, for: key, in: entry) }
                throw error
            }
        }
    }

    private enum Lookup {
        case known(Result<Value, any Error>)
        case current(Entry)
    }

    private func find(_ key: String) throws -> Lookup {
        try state.withLock { state in
            if let result = state.recent.value(for: key) { return .known(result) }
            if let (entry, tasks) = state.current[key] {
                state.current[key] = (entry, tasks + 1)
                return .current(entry)
            }
            guard state.count < maxValues else { throw SingleFlightCacheFull() }
            state.count += 1
            let entry = Entry()
            state.current[key] = (entry, 1)
            return .current(entry)
        }
    }

    private func remember(_ result: Result<Value, any Error>, bytes: Int, for key: String, in entry: Entry) {
        entry.result.withLock { $0 = result }
        // Beside the value, an entry takes its key and about 500 bytes.
        state.withLock { $0.recent.insert(result, for: key, bytes: bytes + key.utf8.count + 500) }
    }

    private func leave(_ key: String) {
        state.withLock { state in
            guard let (entry, tasks) = state.current[key] else { return }
            state.current[key] = tasks > 1 ? (entry, tasks - 1) : nil
        }
    }
}

/// A ``SingleFlightCache`` has made as many values as it may.
package struct SingleFlightCacheFull: Error {}

/// The values that were used last, up to a limit of bytes.
struct LRUCache<Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
        /// The number of the last use.
        var use: Int
    }

    private let maxBytes: Int
    private var entries: [String: Entry] = [:]
    /// The uses in order. Those that are not the last one of their key do not count.
    private var uses: [(key: String, use: Int)] = []
    private var lastUse = 0
    /// The bytes of all values.
    private(set) var bytes = 0

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    /// Returns the value of a key, and counts this as a use.
    mutating func value(for key: String) -> Value? {
        guard let entry = entries[key] else { return nil }
        let use = nextUse(of: key)
        entries[key]?.use = use
        return entry.value
    }

    /// Adds a value, and removes those that were not used for longest. A value above the limit is not kept.
    mutating func insert(_ value: Value, for key: String, bytes count: Int) {
        if let old = entries.removeValue(forKey: key) { bytes -= old.bytes }
        guard count <= maxBytes else { return }
        let use = nextUse(of: key)
        entries[key] = Entry(value: value, bytes: count, use: use)
        bytes += count
        var removed = 0
        while bytes > maxBytes, removed < uses.count {
            let (oldest, use) = uses[removed]
            removed += 1
            guard let entry = entries[oldest], entry.use == use else { continue }
            entries[oldest] = nil
            bytes -= entry.bytes
        }
        uses.removeFirst(removed)
    }

    private mutating func nextUse(of key: String) -> Int {
        lastUse += 1
        if uses.count > 64 + 2 * entries.count {
            let current = entries
            uses.removeAll { current[$0.key]?.use != $0.use }
        }
        uses.append((key, lastUse))
        return lastUse
    }
}
