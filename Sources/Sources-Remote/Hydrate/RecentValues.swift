/// The values that were used last, up to a limit of bytes.
struct RecentValues<Value> {
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
