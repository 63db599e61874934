import JSONParsing

/// Sorts words by their bytes, the lowest first: in linear time, and equal words stay in their order.
enum RadixSort {
    /// Up to this many words, comparisons are faster.
    private static let fewWords = 256

    private struct Entry {
        let word: UInt64
        let place: UInt32
    }

    /// Bytes of memory that sorting a word takes.
    static let bytesPerWord = 2 * MemoryLayout<Entry>.stride

    /// The places of the words in ascending order.
    static func places(of words: [UInt64], _ budget: QueryBudget) throws -> [UInt32] {
        var entries = words.enumerated().map { Entry(word: $1, place: UInt32($0)) }
        if words.count <= fewWords {
            entries.sort { $0.word == $1.word ? $0.place < $1.place : $0.word < $1.word }
            return entries.map(\.place)
        }
        var differing: UInt64 = 0
        for word in words { differing |= word ^ words[0] }
        var sorted = entries
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            try pass(entries, to: &sorted, by: shift, budget)
            swap(&entries, &sorted)
        }
        return entries.map(\.place)
    }

    /// Distributes the entries by one byte of their words.
    private static func pass(_ entries: [Entry], to sorted: inout [Entry], by shift: UInt64, _ budget: QueryBudget) throws {
        var ends = [Int](repeating: 0, count: 256)
        for entry in entries { ends[Int(entry.word >> shift & 0xFF)] += 1 }
        var total = 0
        for byte in ends.indices {
            let count = ends[byte]
            ends[byte] = total
            total += count
        }
        for place in entries.indices {
            let byte = Int(entries[place].word >> shift & 0xFF)
            sorted[ends[byte]] = entries[place]
            ends[byte] += 1
            try budget.chargeBlock(at: place)
        }
    }
}
